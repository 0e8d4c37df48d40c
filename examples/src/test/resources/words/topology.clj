; A topology in Storm's Clojure DSL, and a function that runs it.
(ns words.topology
  (:use [org.apache.storm clojure])
  (:import [java.util.concurrent ConcurrentLinkedQueue CountDownLatch TimeUnit]))

(def lengths (ConcurrentLinkedQueue.))
(def ends (ConcurrentLinkedQueue.))
(def all-ended (CountDownLatch. 3))

(defspout sentences ["sentence"] {:params [texts]}
  [conf context collector]
  (let [left (atom (map-indexed vector texts))
        ended (fn [what id] (.add ends (str what " " id)) (.countDown all-ended))]
    (spout
      (nextTuple []
        (when-let [[id text] (first @left)]
          (swap! left rest)
          (emit-spout! collector [text] :id (str id))))
      (ack [id] (ended "ack" id))
      (fail [id] (ended "fail" id)))))

; Destructures its tuple, anchors, acks.
(defbolt split ["word"] [[sentence :as tuple] collector]
  (doseq [word (.split sentence " ")]
    (emit-bolt! collector [word] :anchor tuple))
  (ack! collector tuple))

; Is prepared, has a parameter, emits a map, and to a stream with a name.
(defbolt measure {"lengths" ["word" "length"]} {:prepare true :params [rude]}
  [conf context collector]
  (bolt
    (execute [tuple]
      (let [word (:word tuple)]
        (if (= word rude)
          (fail! collector tuple)
          (do
            (emit-bolt! collector {:word word "length" (count word)} :stream "lengths" :anchor tuple)
            (ack! collector tuple)))))))

(defbolt note [] [{word "word" length "length" :as tuple} collector]
  (.add lengths (str word " " length))
  (ack! collector tuple))

(defn run []
  (with-open [cluster (local-cluster)]
    (.submitTopology cluster "words" {"topology.debug" false}
      (topology
        {"sentences" (spout-spec (sentences ["a bc" "darn" "bc def"]))}
        {"split" (bolt-spec {"sentences" :shuffle} split :p 2)
         "measure" (bolt-spec {"split" ["word"]} (measure "darn") :p 2)
         "note" (bolt-spec {["measure" "lengths"] :global} note)}))
    (.await all-ended 60 TimeUnit/SECONDS))
  [(sort ends) (sort lengths)])

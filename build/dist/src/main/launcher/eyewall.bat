@echo off
rem Starts the eyewall command of this package, wherever it lies.
rem
rem   JAVA_HOME           the Java to use, if it is 17 or newer; otherwise the one in PATH
rem   EYEWALL_JAVA_OPTS   further options for the JVM, such as -Xmx4g (they win over the ones below)
rem
rem Exit code of this script itself: 69, there is no usable Java, or the package lies where Java can't read it.
rem Everything else is the exit code of the command.
rem
rem Paths are expanded within quotes only: they may have blanks, parentheses and ampersands.
setlocal EnableExtensions DisableDelayedExpansion

for %%d in ("%~dp0..") do set "root=%%~fd"
rem A drive's root ends in a backslash, which before a quote would be the quote's for java.exe.
if "%root:~-1%"=="\" set "root=%root%."
set "jar=%root%\lib\eyewall.jar"
if not exist "%jar%" (
    >&2 echo eyewall: "%jar%" is missing; unpack the whole package again
    exit /b 69
)

if not "%root:;=%"=="%root%" (
    >&2 echo eyewall: the folder "%root%" has a semicolon in its name, which a class path of Java can't have; move the package
    exit /b 69
)

set "seen="
if not defined JAVA_HOME goto path
rem Some set it with quotes around it.
set "java=%JAVA_HOME:"=%\bin\java.exe"
call :version
if %java_major% GEQ 17 goto found
:path
set "java="
for %%j in (java.exe) do set "java=%%~$PATH:j"
if not defined java goto none
call :version
if %java_major% GEQ 17 goto found
:none
if not defined seen set "seen= none"
rem Expanded late, an ampersand in a path is no end of the command.
setlocal EnableDelayedExpansion
>&2 echo eyewall: no Java 17 or newer; found:!seen!. Set JAVA_HOME to a Java 17+ or put its java into PATH.
exit /b 69

:found
set "newer="
rem JCTools and Kryo use it; newer JDKs warn once per run.
if %java_major% GEQ 23 set "newer=--sun-misc-unsafe-memory-access=allow"
rem Samples for jstat, 20 times a second: a tenth of what an idle process uses. Newer JDKs take none.
set "sampling="
if %java_major% LSS 24 set "sampling=-XX:PerfDataSamplingInterval=1000"
rem The JVM refuses two collectors. Unconditional card marks make cores share cache lines (docs/decisions/0038).
set "collector=-XX:+UseParallelGC -XX:+UseCondCardMark"
set EYEWALL_JAVA_OPTS 2>nul | findstr /r /c:"-XX:+Use.*GC" >nul && set "collector="
rem What the JVM calls the system class loader has the application's jar, as on a worker of Storm's
rem (docs/decisions/0147). Older JDKs say on each start that some archived classes are not used.
set "loader="
for %%c in (run submit jar update lint test sql storm) do if "%~1"=="%%c" set "loader=-Djava.system.class.loader=io.eyewall.local.launch.StormClassLoader"
if defined loader if %java_major% LSS 25 set "loader=%loader% -XX:+UnlockDiagnosticVMOptions -XX:-PrintWarnings"
rem JVM messages go to stderr: stdout belongs to the command's results.
rem Storm's state providers read java.util.concurrent.atomic by reflection when they keep windows.
"%java%" ^
    -Xshare:auto ^
    -Xlog:disable -Xlog:all=warning:stderr "-Xlog:cds*=off:stderr" ^
    -XX:+DisplayVMOutputToStderr ^
    --enable-native-access=ALL-UNNAMED ^
    --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED ^
    %collector% %newer% %sampling% %loader% %EYEWALL_JAVA_OPTS% ^
    -cp "%jar%" "-Deyewall.home=%root%" io.eyewall.cli.Main %*
exit /b %ERRORLEVEL%

rem Sets java_major (0: none) for the java.exe in java; as an argument of call its path would be expanded twice.
:version
set "java_major=0"
set "java_version="
if not exist "%java%" set "seen=%seen% %java% (no such program)"
if not exist "%java%" exit /b
for /f "tokens=3" %%v in ('^""%java%" -version 2^>^&1 ^| findstr /c:" version "^"') do set "java_version=%%~v"
set "seen=%seen% %java% (%java_version%)"
for /f "delims=.+-" %%m in ("%java_version%") do set /a "java_major=%%m" 2>nul
exit /b

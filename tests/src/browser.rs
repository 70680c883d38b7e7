//! A browser that does as it is told: Debian's Chromium without a window, through chromedriver's
//! plain HTTP (the WebDriver protocol).
//!
//! Where either program is missing the tests that need it are skipped and say so; with
//! `SALIENT_REQUIRE_CHROMIUM=1`, as in CI, that is a failure.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What a window is like.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Its width in CSS pixels.
    pub width: u32,
    /// Its height in CSS pixels.
    pub height: u32,
    /// Whether it is a telephone's: touched, with two pixels to a CSS pixel.
    pub phone: bool,
    /// Whether the page is to be dark.
    pub dark: bool,
}

impl Window {
    /// A screen on a desk.
    pub const DESK: Self = Self { width: 1440, height: 900, phone: false, dark: false };
    /// A telephone.
    pub const PHONE: Self = Self { width: 390, height: 844, phone: true, dark: false };
}

/// A running browser with one page.
#[derive(Debug)]
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// Chromium's own files, gone with it.
    _profile: tempfile::TempDir,
}

/// How long a command, or what is waited for, may take.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// Starts a browser; `None`, with a word, where there is none.
    ///
    /// # Panics
    /// Where there is none although one is required, or it does not start.
    #[allow(clippy::panic, clippy::print_stderr, reason = "a test that fails panics")]
    pub fn start(window: Window) -> Option<Self> {
        match Self::try_start(window) {
            Ok(browser) => Some(browser),
            Err(why) if std::env::var_os("SALIENT_REQUIRE_CHROMIUM").is_some() => {
                panic!("no browser: {why}")
            }
            Err(why) => {
                eprintln!("SKIPPED: no browser ({why}); apt-get install chromium chromium-driver");
                None
            }
        }
    }

    fn try_start(window: Window) -> Result<Self, String> {
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver: {error}"))?;
        let port = port_of(&mut driver);
        let mut browser = Self { driver, port: port?, session: String::new(), _profile: profile };
        let folder = browser._profile.path().display();
        let Window { width, height, phone, dark } = window;
        let mut arguments = vec![
            "--headless=new".to_owned(),
            // The tests may run as root, in a container with little shared memory.
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            "--force-color-profile=srgb".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={folder}"),
        ];
        if dark {
            arguments.push("--force-dark-mode".to_owned());
        }
        let mut options = json!({ "args": arguments });
        if phone {
            options["mobileEmulation"] = json!({ "deviceMetrics": {
                "width": width, "height": height, "pixelRatio": 2, "touch": true, "mobile": true,
            }});
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        }}});
        let session = browser.ask("POST", "/session", Some(&wanted))?;
        let id = session["sessionId"].as_str().ok_or("chromedriver gives no session")?;
        browser.session = format!("/session/{id}");
        if !phone {
            // The window without its frame.
            let size = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
            }});
            browser.post("/goog/cdp/execute", &size)?;
        }
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{ "name": "prefers-color-scheme", "value": scheme }],
        }});
        browser.post("/goog/cdp/execute", &media)?;
        Ok(browser)
    }

    /// Opens a file. What the browser said and asked for before, for its own first page, is
    /// forgotten.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn open(&self, file: &Path) -> Result<(), String> {
        self.post("/url", &json!({ "url": "about:blank" }))?;
        self.log("performance")?;
        self.log("browser")?;
        let url = format!("file://{}", file.display());
        self.post("/url", &json!({ "url": url })).map(|_| ())
    }

    /// Runs a function's body in the page, and gives what it returns.
    ///
    /// # Errors
    /// What the page throws.
    pub fn run(&self, script: &str) -> Result<Value, String> {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a condition holds in the page.
    ///
    /// # Errors
    /// When it takes too long.
    pub fn wait(&self, condition: &str) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if self.run(&format!("return Boolean({condition})"))? == Value::Bool(true) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Err(format!("waited in vain for: {condition}"))
    }

    /// Clicks an element where it is, as a mouse does.
    ///
    /// # Errors
    /// When there is no such element, or another lies over it.
    pub fn click(&self, selector: &str) -> Result<(), String> {
        let element = self.element(selector)?;
        self.post(&format!("/element/{element}/click"), &json!({})).map(|_| ())
    }

    /// Types into an element.
    ///
    /// # Errors
    /// When there is no such element.
    pub fn write(&self, selector: &str, text: &str) -> Result<(), String> {
        let element = self.element(selector)?;
        self.post(&format!("/element/{element}/value"), &json!({ "text": text })).map(|_| ())
    }

    fn element(&self, selector: &str) -> Result<String, String> {
        let wanted = json!({ "using": "css selector", "value": selector });
        let found = self.post("/element", &wanted)?;
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        id.map(str::to_owned).ok_or_else(|| format!("{selector}: not found"))
    }

    /// Presses keys one after another, wherever the focus is.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn keys(&self, keys: &[&str]) -> Result<(), String> {
        let steps = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })));
        let steps: Vec<Value> = steps.collect();
        self.act(&json!([{ "type": "key", "id": "keys", "actions": steps }]))
    }

    /// Moves the pointer to a point of the page's view, and presses there if wished.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn point(&self, at: [f64; 2], press: bool, touch: bool) -> Result<(), String> {
        let [x, y] = at.map(f64::round);
        let mut steps = vec![json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y })];
        if press {
            steps.push(json!({ "type": "pointerDown", "button": 0 }));
            steps.push(json!({ "type": "pointerUp", "button": 0 }));
        }
        let kind = if touch { "touch" } else { "mouse" };
        self.act(&json!([{ "type": "pointer", "id": kind, "actions": steps,
            "parameters": { "pointerType": kind } }]))
    }

    /// Drags from one point to others.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn drag(&self, way: &[[f64; 2]]) -> Result<(), String> {
        let mut steps = Vec::new();
        for (number, [x, y]) in way.iter().enumerate() {
            steps.push(
                json!({ "type": "pointerMove", "duration": 20, "x": x.round(), "y": y.round() }),
            );
            if number == 0 {
                steps.push(json!({ "type": "pointerDown", "button": 0 }));
            }
        }
        steps.push(json!({ "type": "pointerUp", "button": 0 }));
        self.act(&json!([{ "type": "pointer", "id": "mouse", "actions": steps }]))
    }

    /// Two fingers that part or meet about a point: from one distance to another.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn pinch(&self, at: [f64; 2], from: f64, to: f64) -> Result<(), String> {
        let finger = |id: &str, sign: f64| {
            let place = |away: f64, duration: u32| {
                json!({ "type": "pointerMove", "duration": duration,
                    "x": (at[0] + sign * away / 2.0).round(), "y": at[1].round() })
            };
            json!({ "type": "pointer", "id": id, "parameters": { "pointerType": "touch" },
                "actions": [place(from, 0), { "type": "pointerDown", "button": 0 },
                    place(to, 150), { "type": "pointerUp", "button": 0 }] })
        };
        self.act(&json!([finger("one", -1.0), finger("two", 1.0)]))
    }

    /// Turns the wheel over a point; above 0 is towards the hand.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn wheel(&self, at: [f64; 2], by: f64) -> Result<(), String> {
        self.act(&json!([{ "type": "wheel", "id": "wheel", "actions": [{
            "type": "scroll", "x": at[0].round() as i64, "y": at[1].round() as i64,
            "deltaX": 0, "deltaY": by.round() as i64, "duration": 0,
        }]}]))
    }

    fn act(&self, actions: &Value) -> Result<(), String> {
        self.post("/actions", &json!({ "actions": actions })).map(|_| ())
    }

    /// A picture of the view, as a PNG in base 64.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn screenshot(&self) -> Result<String, String> {
        let shot = self.ask("GET", &format!("{}/screenshot", self.session), None)?;
        shot.as_str().map(str::to_owned).ok_or_else(|| "no picture".to_owned())
    }

    /// What the console has said since it was last asked.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn console(&self) -> Result<Vec<String>, String> {
        Ok(self.log("browser")?.iter().map(|entry| entry["message"].to_string()).collect())
    }

    /// Every address that something was asked of since this was last asked; its beginning.
    ///
    /// # Errors
    /// What chromedriver says.
    pub fn requests(&self) -> Result<Vec<String>, String> {
        let entries = self.log("performance")?;
        let events = entries.iter().filter_map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let event = &event["message"];
            let is_request = event["method"] == "Network.requestWillBeSent";
            let url = event["params"]["request"]["url"].as_str().filter(|_| is_request)?;
            // The data in an address is long.
            Some(url.chars().take(120).collect())
        });
        Ok(events.collect())
    }

    fn log(&self, kind: &str) -> Result<Vec<Value>, String> {
        let entries = self.post("/se/log", &json!({ "type": kind }))?;
        Ok(entries.as_array().cloned().unwrap_or_default())
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.ask("POST", &format!("{}{path}", self.session), Some(body))
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        ask(self.port, method, path, body)
    }
}

/// One request to a chromedriver, and the value of its answer. On a busy machine a chromedriver
/// closes a connection now and then without a word: that request is made again.
fn ask(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let begun = Instant::now();
    let mut pause = Duration::from_millis(20);
    let answer = loop {
        match exchange(port, &request) {
            Err(Silent(_)) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_secs(1));
            }
            Err(Silent(error) | Broken(error)) => return Err(format!("{method} {path}: {error}")),
            Ok(answer) => break answer,
        }
    };
    let mut answer: Value =
        serde_json::from_slice(&answer).map_err(|error| format!("{method} {path}: {error}"))?;
    let value = answer["value"].take();
    match value["error"].as_str() {
        Some(error) => Err(format!("{path}: {error}: {}", value["message"])),
        None => Ok(value),
    }
}

/// Why a request has no answer.
enum NoAnswer {
    /// Not a byte came back.
    Silent(io::Error),
    /// It was cut, or takes too long.
    Broken(io::Error),
}

use NoAnswer::{Broken, Silent};

/// The body of the answer to a request.
fn exchange(port: u16, request: &str) -> Result<Vec<u8>, NoAnswer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(Silent)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(Broken)?;
    // Whether it was heard is told by the answer.
    let _ = stream.write_all(request.as_bytes());
    let mut reader = BufReader::new(stream);
    match reader.fill_buf() {
        Ok([]) => return Err(Silent(io::ErrorKind::UnexpectedEof.into())),
        Ok(_) => {}
        Err(error) if is_too_late(&error) => return Err(Broken(error)),
        Err(error) => return Err(Silent(error)),
    }
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).map_err(Broken)? == 0 {
            return Err(Broken(io::ErrorKind::UnexpectedEof.into()));
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).map_err(Broken)?;
    Ok(answer)
}

fn is_too_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// The port that a chromedriver says it listens on.
fn port_of(driver: &mut Child) -> Result<u16, String> {
    let out = driver.stdout.take().ok_or("chromedriver says nothing")?;
    let mut lines = BufReader::new(out).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, rest) = line.split_once("started successfully on port ")?;
        rest.trim_end_matches('.').parse().ok()
    });
    // Somebody must go on listening, or chromedriver is stopped at its next word.
    std::thread::spawn(move || lines.for_each(drop));
    if port.is_none() {
        let _ = driver.kill();
    }
    port.ok_or_else(|| "chromedriver does not start".to_owned())
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.ask("DELETE", &self.session.clone(), None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// What is said of a request to a driver that answers so, a connection after another.
    fn asked(answers: &'static [&'static str]) -> Result<Value, String> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for answer in answers {
                let mut stream = listener.accept().unwrap().0;
                let mut line = String::new();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                while !line.ends_with("{}") {
                    let bytes = reader.fill_buf().unwrap();
                    line.push_str(std::str::from_utf8(bytes).unwrap());
                    let length = bytes.len();
                    reader.consume(length);
                }
                stream.write_all(answer.as_bytes()).unwrap();
            }
        });
        ask(port, "POST", "/x", Some(&json!({})))
    }

    #[test]
    fn a_request_without_any_answer_is_made_again_and_no_other() {
        const GOOD: &str = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"value\":7}";
        const BAD: &str = "HTTP/1.1 404 No\r\ncontent-length: 38\r\n\r\n\
                           {\"value\":{\"error\":\"no\",\"message\":\"x\"}}";
        assert_eq!(asked(&[GOOD]), Ok(json!(7)));
        assert_eq!(asked(&["", "", GOOD]), Ok(json!(7)));
        assert_eq!(asked(&["", BAD]), Err("/x: no: \"x\"".to_owned()));
        for cut in ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"] {
            let answers: &'static [&'static str] = Box::leak(Box::new([cut]));
            assert!(asked(answers).unwrap_err().starts_with("POST /x: "));
        }
    }
}

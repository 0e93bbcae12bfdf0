import Testing

@testable import Device

@Suite("Requests of apps")
struct URLRequestTests {
  @Test(
    "the host is what stands between scheme or user and port, path, query or fragment",
    arguments: [
      ("https://news.example/feed?x=1", "news.example"), ("https://news.example", "news.example"),
      ("HTTPS://News.Example:8443/a", "news.example"), ("https://ÄPFEL.example/", "äpfel.example"),
      ("https://me:secret@news.example:80/", "news.example"), ("https://a@b@c/", "c"),
      ("https://news.example?x=a@b:c", "news.example"),
      ("https://news.example#a@b", "news.example"),
      ("news.example/feed", "news.example"), ("News", "news"), ("https://", ""), ("", ""),
      ("://", ""), ("https:/a", "https"), ("a:b", "a"), ("https://a/b://c", "a"), ("/feed", ""),
      ("x:", "x"), ("grüße://süß/", "süß"),
    ])
  func host(url: String, host: String) {
    let request = URLRequest(url: url)
    #expect(request.host == host)
    #expect(request.place(among: ["other", host, host]) == 1)
    #expect(request.place(among: [host + "x", "x" + host]) == nil)
  }

  @Test("URLSession loads what begins with http:// or https://, in whatever case, and nothing else")
  func isSupported() {
    for url in ["https://a", "http://a", "HTTPS://A", "hTtP://", "https:///x"] {
      #expect(URLRequest(url: url).isSupported, "\(url)")
    }
    for url in [
      "", "h", "http", "https:", "https:/", "https:/a", "http//a", "a/b", "//a/b", "file:///a",
      "ftp://a", "httpss://a", " https://a", "xhttps://a", "a?u=https://b", "http\u{1A}//a",
      "http:\u{F}/a", "ｈttp://a",
    ] { #expect(!URLRequest(url: url).isSupported, "\(url)") }
  }
}

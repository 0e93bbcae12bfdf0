local app = {}

function app:didBecomeActive()
  self.inbox = URLSession.shared:dataTask("https://mail.example/inbox", function(data)
    NSLog("%d new", data and data.newItems or 0)
  end)
end

return app

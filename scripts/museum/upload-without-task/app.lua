-- An upload without a task
-- Seen in cloudinary_ios, issue 48
--
-- The user sends a photo and leaves. The upload goes on for a second, is cut off by suspension, and
-- fails when the user comes back an hour later.

local app = {}

function app:didBecomeActive(application)
  DispatchQueue.main:asyncAfter(9.5, function()
    URLSession.shared:dataTask({ url = "https://api.example/photo", body = MB(3) }, function() end)
      :resume()
  end)
end

return app

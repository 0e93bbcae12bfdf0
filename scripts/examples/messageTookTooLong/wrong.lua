local app = {}

function app:onMessageReceived(message)
  local client = OkHttpClient()
  for _, name in ipairs(message.data.photos) do
    client:newCall("https://photos.example/" .. name):execute()
  end
end

return app

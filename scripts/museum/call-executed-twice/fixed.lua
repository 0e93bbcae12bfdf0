-- The same app, fixed.

local app = {}

local function try()
  return OkHttpClient():newCall({ url = "https://api.example/list", timeout = 4 }):execute()
end

function app:onStart()
  self.loading = launch(function()
    local response = try() or try()
    Log.d("list", response and response.code or "none")
  end)
end

function app:onStop()
  self.loading:cancel()
end

return app

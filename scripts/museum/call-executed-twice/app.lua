-- A call that is executed twice
-- Seen in okhttp, issue 2984
--
-- When the call fails it is tried again, and it is the same call: one can be executed only once,
-- the second time is an error. As long as all goes well nobody sees it.

local app = {}

function app:onStart()
  launch(function()
    local call = OkHttpClient():newCall { url = "https://api.example/list", timeout = 8 }
    local response = call:execute() or call:execute()
    Log.d("list", response and response.code or "none")
  end)
end

return app

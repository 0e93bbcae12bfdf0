-- Downloads in a process that is frozen
-- Seen in coppelia, issue 143
--
-- The user downloads some hundred songs, and leaves the app. Nothing tells Android that work goes
-- on: some seconds later the process is frozen, and the downloads stop until somebody comes back.

local app = {}

function app:onStart()
  if self.downloads then return end
  self.downloads = launch(function()
    for song = 1, 700 do
      OkHttpClient():newCall("https://music.example/songs/" .. song):execute()
    end
  end)
end

return app

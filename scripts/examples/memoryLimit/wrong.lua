local app = {}
local images = {}

function app:didBecomeActive()
  for index = 1, 100 do images[index] = string.rep("x", 100 * 1000) .. index end
end

function app:image(index) return images[index] end

return app

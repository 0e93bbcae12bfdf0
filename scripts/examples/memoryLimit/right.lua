local app = {}
local images = {}

function app:didBecomeActive()
  for index = 1, 100 do
    images[index] = string.rep("x", 100 * 1000) .. index
    images[index - 5] = nil -- keeps the last five
  end
end

function app:didReceiveMemoryWarning() images = {} end

function app:image(index) return images[index] end

return app

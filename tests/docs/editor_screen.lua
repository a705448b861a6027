-- What Neovim draws on the screen of a user, as JSON: for each row its cells, each with its character
-- and its look. This Neovim starts a second one and is its screen (`:help ui`). `SCRIPT` is what the
-- second one runs before its screen is taken, `COLUMNS` and `ROWS` the size of the screen.

local columns, rows = tonumber(vim.env.COLUMNS), tonumber(vim.env.ROWS)
local cells, looks, answers, told_ready = {}, { [0] = vim.empty_dict() }, {}, 0

local function blank()
  for row = 1, rows do
    cells[row] = {}
    for column = 1, columns do
      cells[row][column] = { " ", 0 }
    end
  end
end

local function scrolled(top, bottom, left, right, by)
  local first, last, step = top + 1, bottom - by, 1
  if by < 0 then
    first, last, step = bottom, top - by + 1, -1
  end
  for row = first, last, step do
    for column = left + 1, right do
      cells[row][column] = cells[row + by][column]
    end
  end
end

local events = {
  grid_clear = blank,
  hl_attr_define = function(id, look) looks[id] = next(look) and look or vim.empty_dict() end,
  grid_scroll = function(_, top, bottom, left, right, by) scrolled(top, bottom, left, right, by) end,
  grid_line = function(_, row, column, drawn)
    local look = 0
    for _, cell in ipairs(drawn) do
      look = cell[2] or look
      for _ = 1, cell[3] or 1 do
        column = column + 1
        cells[row + 1][column] = { cell[1], look }
      end
    end
  end,
}

local function received(message)
  if message[1] == 1 then
    answers[message[2]] = { message[3], message[4] }
  elseif message[2] == "redraw" then
    for _, batch in ipairs(message[3]) do
      told_ready = told_ready + (batch[1] == "flush" and 1 or 0)
      for at = 2, #batch do
        local event = events[batch[1]]
        if event then
          event(unpack(batch[at]))
        end
      end
    end
  end
end

local input, output = vim.uv.new_pipe(), vim.uv.new_pipe()
local second = assert(vim.uv.spawn(vim.v.progpath, {
  args = { "--clean", "--embed" }, stdio = { input, output, 2 },
}, function() end))
local unpacker, rest = vim.mpack.Unpacker(), ""
output:read_start(function(_, data)
  rest = rest .. (data or "")
  local at = 1
  while at <= #rest do
    local message, after = unpacker(rest, at)
    at = after
    if message == nil then
      break
    end
    received(message)
  end
  rest = rest:sub(at)
end)

local function request(id, method, arguments)
  input:write(vim.mpack.encode({ 0, id, method, arguments }))
  vim.wait(60000, function() return answers[id] ~= nil end, 10)
  local answer = answers[id] or { "no answer" }
  if answer[1] ~= vim.NIL then
    io.stdout:write(vim.json.encode({ error = method .. ": " .. vim.inspect(answer[1]) }))
    second:kill()
    vim.cmd("cquit 1")
  end
end

blank()
request(1, "nvim_ui_attach", { columns, rows, { rgb = true, ext_linegrid = true } })
request(2, "nvim_exec_lua", { "dofile(vim.env.SCRIPT)", { vim.empty_dict() } })
local before = told_ready
request(3, "nvim_command", { "redraw!" })
vim.wait(5000, function() return told_ready > before end, 10)
local shown = {}
for row = 1, rows do
  shown[row] = {}
  for column = 1, columns do
    shown[row][column] = { cells[row][column][1], looks[cells[row][column][2]] }
  end
end
io.stdout:write(vim.json.encode({ rows = shown }))
second:kill()
vim.cmd("qall!")

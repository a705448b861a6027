-- Opens a document in Neovim with the recipe of the manual, waits for its diagnostics, applies a quick
-- fix and all fixes, and prints what was shown and what became of the buffer. `RECIPE` is the file
-- with the recipe, `DOCUMENT` the document.

local seconds = 60000

local function fail(what)
  io.stdout:write(vim.json.encode({ error = what, messages = vim.fn.execute("messages") }))
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(seconds, holds, 20) then
    fail("waited in vain for " .. what)
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function act(context)
  local before, old = vim.b.changedtick, #vim.diagnostic.get(0)
  vim.lsp.buf.code_action({ context = context, apply = true, filter = function(action)
    return context.only ~= nil or action.isPreferred
  end })
  wait("an edit", function() return vim.b.changedtick > before end)
  wait("fewer diagnostics", function() return #vim.diagnostic.get(0) < old end)
  return lines()
end

dofile(vim.env.RECIPE)
vim.cmd.edit(vim.env.DOCUMENT)
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
local shown = {}
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(shown, { one.code, one.severity, one.lnum, one.col, one.end_col })
end
vim.api.nvim_win_set_cursor(0, { 1, shown[1][4] })
local fixed = act({ diagnostics = vim.lsp.diagnostic.from({ vim.diagnostic.get(0)[1] }) })
local all = act({ only = { "source.fixAll.mdlint-doi" }, diagnostics = {} })
local client = vim.lsp.get_clients({ name = "mdlint_doi" })[1]
io.stdout:write(vim.json.encode({
  shown = shown, fixed = fixed, all = all, root = client.root_dir, encoding = client.offset_encoding,
}))
vim.cmd("qall!")

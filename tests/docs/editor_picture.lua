-- Opens a document in Neovim with the recipe of the manual and shows the message of a finding.
-- `RECIPE` is the file with the recipe, `DOCUMENT` the document, `COLOURS` the colours by name.

local colours = vim.json.decode(vim.env.COLOURS)
local looks = {
  Normal = { fg = colours.plain, bg = colours.ground },
  LineNr = { fg = colours.dim },
  NormalFloat = { fg = colours.plain, bg = colours.float },
  FloatBorder = { fg = colours.dim, bg = colours.float },
  DiagnosticFloatingError = { fg = colours.error, bg = colours.float },
  DiagnosticFloatingWarn = { fg = colours.warning, bg = colours.float },
  DiagnosticVirtualTextError = { fg = colours.error },
  DiagnosticVirtualTextWarn = { fg = colours.warning },
  DiagnosticUnderlineError = { sp = colours.error, underline = true },
  DiagnosticUnderlineWarn = { sp = colours.warning, underline = true },
  DiagnosticSignError = { fg = colours.error },
  DiagnosticSignWarn = { fg = colours.warning },
}

vim.o.termguicolors, vim.o.number = true, true
vim.o.showmode, vim.o.ruler, vim.o.laststatus, vim.o.cmdheight = false, false, 0, 0
vim.o.fillchars = "eob: "
vim.diagnostic.config({
  virtual_text = { prefix = "■", format = function(one) return one.code end },
  severity_sort = true,
})
dofile(vim.env.RECIPE)
vim.cmd.edit(vim.env.DOCUMENT)
vim.cmd("syntax off")
for name, look in pairs(looks) do
  vim.api.nvim_set_hl(0, name, look)
end
assert(vim.wait(60000, function() return #vim.diagnostic.get(0) == 2 end, 20), "no diagnostics")
vim.api.nvim_win_set_cursor(0, { 3, 9 })
local _, window = vim.diagnostic.open_float({
  border = "single", width = 54, wrap = true, header = "", prefix = "", scope = "line",
  close_events = {}, -- the cursor was moved just before
})
vim.wo[window].linebreak = true

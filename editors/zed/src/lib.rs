//! Starts `mdlint-doi server`, which must be installed.

use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result};

struct MdlintDoi;

impl zed::Extension for MdlintDoi {
    fn new() -> Self {
        MdlintDoi
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = match binary {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path
            .or_else(|| worktree.which("mdlint-doi"))
            .ok_or("mdlint-doi is not installed: pip install sphinx-doi")?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["server".into()]),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(MdlintDoi);

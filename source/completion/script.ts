import {bashScript} from './bash-script.ts';
import type {CompletionTree, Shell} from './completion-tree.ts';
import {fishScript} from './fish-script.ts';
import {zshScript} from './zsh-script.ts';

const scripts: Record<Shell, (tree: CompletionTree, version: string) => string> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** The script that completes `svc` in a shell: static words of the tree, nothing is run but `sed` for profile names. */
export const completionScript = (shell: Shell, tree: CompletionTree, version: string): string =>
	scripts[shell](tree, version);

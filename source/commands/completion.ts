import {completionThings, type Shell, shells} from '../completion/completion-tree.ts';
import {optionalWord} from './argument.ts';
import {defineCommand} from './define-command.ts';
import {choice, text} from './flag.ts';
import {missingArguments} from './missing-flags.ts';

export const completion = defineCommand({
	description:
		'Prints a script that completes commands, flags, their values, profile names, and ids and names of projects, tests, ' +
		'batches, runs, schedules and test lists of the service of this machine while it runs: none is started, and no other ' +
		'one is asked. Load it in the start file of the shell; make it again after an upgrade.\n\n' +
		'`--names` is what the script asks: one id or name a line.',
	args: {shell: optionalWord('shell', 'Shell to write it for', shells)},
	flags: {
		names: choice('Ids and names of these instead of a script', completionThings),
		beginning: text('Only those that begin so', {mayBeBlank: true}),
		project: text('Only of this project', {placeholder: '<id>'}),
	},
	examples: [
		'completion bash > ~/.svc-completion.bash',
		'completion zsh > ~/.svc-completion.zsh',
		'completion fish | source',
		'completion --names test --project prj_1',
	],
	settings: 'none',
	rules({shell, names}) {
		if (shell === undefined && names === undefined) throw missingArguments(['shell'], [], 'completion');
	},
	async run({shell, names, beginning = '', project}, context) {
		if (names !== undefined) {
			const {offeredNames} = await import('./offered-names.ts');
			const offered = context.dryRun ? [] : await offeredNames(names, {beginning, project}, context);
			for (const word of offered) context.writeLine(word);
		}
		if (shell === undefined) return {};
		// A script has no JSON form: it is written as it is in both modes.
		const script = await context.completionScript(shell as Shell);
		for (const line of script.trimEnd().split('\n')) context.writeLine(line);
		return {};
	},
});

import type {Context} from '../../context.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import {getTest} from '../../../contract/routes/tests.ts';
import {ApiError, refusedArgument} from '../../errors/api-error.ts';
import {optionalId} from '../argument.ts';
import {dashboardLink} from '../dashboard-link.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {onUnlessNo, text} from '../flag.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {requireRunOf} from './shared/select-tests.ts';

export const open = defineCommand({
	description: 'Where the service has no dashboard on the web, a terminal gets the one of svc ui.',
	args: {testId: optionalId('test-id', 'Test to look at')},
	flags: {
		run: text('A run to look at', {placeholder: '<run-id>'}),
		browser: onUnlessNo('Print the link instead of opening it'),
	},
	handlesSignals: true,
	examples: ['test open tst_1', 'test open --run run_1 --no-browser'],
	rules({testId, run}) {
		if (testId === undefined && run === undefined)
			throw refusedArgument('test-id', {reason: 'required', text: 'name a test, or a run with --run'});
	},
	async run({testId, run, browser}, context) {
		const subject = {testId, runId: run};
		const url = context.dryRun ? sampleUrl : await linkOf(subject, context);
		if (url === null) return withoutLink(subject, browser, context);
		const opened = browser && !context.dryRun && isWebAddress(url) && (await context.openInBrowser(url));
		if (opened) context.notes.say('info', `opened ${url}`);
		return {view: 'opened-link', data: {url, opened}};
	},
});

const sampleUrl = 'https://svc.example.com/dashboard/tests/prj_sample/test/tst_sample';

/** What is to be opened: a test, one of its runs, or both named together. */
type Subject = {testId: TestId | undefined; runId: RunId | undefined};

async function linkOf({testId, runId}: Subject, context: Context): Promise<string | null> {
	if (runId !== undefined) {
		const run = await context.client.call(getRun, {params: {runId}});
		if (testId !== undefined) await requireRunOf(testId, run, context);
		return (await dashboardLink(run.dashboardUrl, async () => run, context)).dashboardUrl ?? null;
	}
	const {projectId, dashboardUrl} = await context.client.call(getTest, {params: {testId: testId ?? ''}});
	const received = typeof dashboardUrl === 'string' || dashboardUrl === null ? dashboardUrl : undefined;
	return (await dashboardLink(received, async () => ({projectId, testId}), context)).dashboardUrl ?? null;
}

/** A desktop opens more than web pages: programs, files, mail. A service does not get to choose one. */
const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** "No link: on a TTY opens `svc ui test <id>`, else NOT_FOUND `no_dashboard`" */
async function withoutLink({testId, runId}: Subject, browser: boolean, context: Context): Promise<CommandResult> {
	const {isInput, isOutput} = context.terminal;
	const [screen, id] = runId === undefined ? ['test', testId] : ['run', runId];
	if (!browser || context.output === 'json' || !isOutput || !isInput()) {
		throw new ApiError('NOT_FOUND', 'The service has no dashboard on the web.', {
			nextAction: `svc ui ${screen} ${shellWord(id ?? '')}`,
			details: {resource: screen, id, reason: 'no_dashboard'},
		});
	}
	const {ui} = await import('../ui.ts');
	const look = {theme: 'ansi', mouse: false, ascii: false, accessible: false} as const;
	const options = {screen, id, project: undefined, ...look};
	ui.rules?.(options, context);
	return ui.run(options, context);
}

import type {Context} from '../context.ts';
import {resolveApiKey} from '../credentials/resolve.ts';
import {resolveProject} from '../credentials/project-config.ts';
import {environmentValue} from '../credentials/environment.ts';
import {ApiError, isApiError, refusedFlag} from '../errors/api-error.ts';
import {optionalId, optionalWord} from './argument.ts';
import {defineCommand} from './define-command.ts';
import {choice, toggle} from './flag.ts';
import {projectFlag} from './shared-flags.ts';

/** Words of `svc ui` that open a screen, in the order of the screens. A test holds them against what the screens say. */
export const screenWords = [
	'projects',
	'project',
	'tests',
	'test',
	'batch',
	'run',
	'failures',
	'variables',
	'cleanup',
	'history',
	'usage',
	'doctor',
	'dataflow',
	'chains',
	'plan',
	'findings',
	'changes',
	'auth',
	'schedules',
	'testlists',
	'environments',
] as const;

const smallest = {columns: 60, rows: 16};

export const ui = defineCommand({
	description:
		'Without a screen: the tests of the project, else the list of projects. Press ? for the keys; q or Ctrl-C leaves, and what runs goes on.',
	args: {
		screen: optionalWord(
			'screen',
			`${screenWords.slice(0, -1).join(', ')} or ${screenWords.slice(-1).join('')}`,
			screenWords,
		),
		id: optionalId('id', 'What the screen shows; what is of a batch also takes a run or a project'),
	},
	flags: {
		project: projectFlag,
		theme: choice('Colours', ['ansi', 'dark', 'light', 'none'], {default: 'ansi'}),
		mouse: toggle('Use the mouse as well'),
		ascii: toggle('Draw with ASCII only'),
		accessible: toggle('Plain text for screen readers (ACCESSIBLE=1)'),
	},
	handlesSignals: true,
	examples: ['ui', 'ui batch bat_1', 'ui --project prj_1 --theme light'],
	rules(_, {output, terminal, dryRun, env}) {
		// A dry run prints the settings, in either form.
		if (dryRun) return;
		if (output === 'json') throw refusedFlag('output', {reason: 'exclusive', text: 'the dashboard has no JSON form'});
		const {isInput, isOutput, columns, rows} = terminal;
		if (!isInput() || !isOutput) throw terminalError('stdin and stdout must be a terminal');
		if (env['TERM'] === 'dumb') throw terminalError('TERM is dumb', 'a terminal that can move its cursor');
		if (columns === 0 || rows === 0) throw terminalError('it does not tell its size, which stty rows 24 cols 80 sets');
		if (columns < smallest.columns || rows < smallest.rows)
			throw terminalError(`it has ${columns}×${rows} cells, at least ${smallest.columns}×${smallest.rows} are needed`);
	},
	async run({screen = null, id = null, project, theme, mouse, ascii, accessible}, context) {
		const request = {
			screen,
			id,
			projectId: projectOf(project, context) ?? null,
			theme,
			mouse,
			ascii,
			accessible: accessible || environmentValue(context.env, 'ACCESSIBLE') === '1',
		};
		if (context.dryRun) return {view: 'settings', data: request};
		await offerFirstStart(context);
		return {exitCode: await context.openDashboard(request)};
	},
});

/** Without any project the dashboard begins with the list. */
const projectOf = (flag: string | undefined, {env, cwd}: Context) => resolveProject(flag, env, cwd);

/**
 * Offers to start the service of this machine where no key is set up for it. Throws AUTH_REQUIRED where there is none and
 * nothing can be started, or nobody wants it.
 */
async function offerFirstStart(context: Context): Promise<void> {
	const {endpoint, section, profile} = context.connection();
	try {
		resolveApiKey(context.env, section, endpoint.value, profile);
		return;
	} catch (error) {
		if (endpoint.value !== 'local' || !isApiError(error) || error.code !== 'AUTH_REQUIRED') throw error;
		context.notes.line('No key is set up yet.');
		const answer = await context.askLine('Start the service of this machine? Enter (n: no):');
		if (answer === null || !/^(?:y|yes)?$/i.test(answer.trim())) throw error;
	}
	const {startOwnService} = await import('./start-own-service.ts');
	await startOwnService(context, 'svc');
}

const terminalError = (why: string, need = 'a terminal') =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `The dashboard needs ${need}: ${why}. The commands do not: svc help`,
		details: {field: 'terminal', reason: 'terminal'},
	});

import {setMaxListeners} from 'node:events';
import {join} from 'node:path';
import {bindings, layerStacks} from '../../screens/keys/bindings.ts';
import {smallest} from '../../screens/layout.ts';
import {screens} from '../../screens/registry.ts';
import {closingLine, endOfRun, windowTitle} from '../../screens/run-words.ts';
import type {Client} from '../client/client.ts';
import type {ClientObserver} from '../client/client-events.ts';
import type {Batch} from '../../contract/batch.ts';
import {ApiError} from '../errors/api-error.ts';
import {readOptionalFile} from '../process/regular-file.ts';
import {createDashboard, placeState, runInFlight, screenTable} from '../stores/create-dashboard.ts';
import type {Dashboard} from '../stores/dashboard.ts';
import {currentPlace} from '../stores/navigation.ts';
import {findStart, type StartRequest} from '../stores/start-place.ts';
import type {StoreContext, RunFiles} from '../stores/store-context.ts';
import {type ExitEvents, type ExitSignal, exitSignals, holdOutput, type HeldStream} from '../terminal/full-screen.ts';
import {glyphSets} from '../terminal/glyphs.ts';
import type {KeySource} from '../terminal/keyboard.ts';
import {keptOrders} from '../system/kept-orders.ts';
import type {PaintTarget} from '../terminal/painter.ts';
import {remapKeys} from '../terminal/remap-keys.ts';
import {createTerminalHost} from '../terminal/terminal-host.ts';
import {colorDepthOf} from '../terminal/picture/half-blocks.ts';
import {pickTheme, type ThemeName} from '../terminal/themes.ts';

export type DashboardOptions = StartRequest & {
	client: Client;
	theme: ThemeName;
	mouse: boolean;
	ascii: boolean;
	accessible: boolean;
	profile: string;
	/** `local` or a URL. */
	endpoint: string;
	stdin: NodeJS.ReadableStream & KeySource;
	stdout: PaintTarget & {fd?: number; on(event: 'error', listener: () => void): unknown};
	/** Held back while it is the same terminal as the screen. */
	stderr: HeldStream & {isTTY?: boolean};
	env: Record<string, string | undefined>;
	/** Directory of the user's own files, `~/.svc`. */
	home: string;
	now(): number;
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	randomId(): string;
	files: RunFiles;
	checkSetup: StoreContext['checkSetup'];
	/** Tells a listener what the client does; answers what ends that. */
	watchClient(watcher: ClientObserver): () => void;
	/** `process`: how the program ends. */
	exitEvents: ExitEvents;
};

/** How the dashboard ended; `hint` is a command that helps next. */
export type DashboardEnd = {exitCode: number; hint?: string};

/** Time that the first answer gets before the screen opens without it, in ms. */
const patience = 1000;

/**
 * Opens the dashboard on a terminal and resolves when it is left. Rejects with what keeps it from starting: a terminal
 * that is too small, keys that conflict, an unknown screen or id, a service that does not answer.
 */
export async function startDashboard(options: DashboardOptions): Promise<DashboardEnd> {
	const {client, stdin, stdout, env, home, now, wait, randomId, files, checkSetup} = options;
	if (options.accessible) {
		const {startAccessible} = await import('../../screens/accessible/start.ts');
		return startAccessible({
			...options,
			context: {client, now, wait, randomId, files, checkSetup},
			start: await findStart(client, options, screenTable(screens)),
		});
	}
	requireRoom(stdout);
	const keys = readKeys(home);
	const start = await findStart(client, options, screenTable(screens));

	const ended = new AbortController();
	// Everything that waits listens to it; each goes away with what it waited for.
	setMaxListeners(0, ended.signal);
	let exitCode = 0;
	const quit = (code: number) => {
		exitCode = code;
		ended.abort();
	};
	const dashboard = createDashboard(
		{client, now, wait, randomId, files, checkSetup, ended: ended.signal},
		{
			...options,
			screens,
			size: stdout,
			start,
			orders: keptOrders(join(home, 'dashboard.json')),
			onBatchEnd: batch => announce(batch),
		},
	);
	const forgetClient = options.watchClient(event => {
		if (event.kind === 'unserved') dashboard.session.noteUnserved(event.kinds);
	});
	const host = createTerminalHost({
		...options,
		summary: () => closingLine(dashboard),
		onSignal: (signal: ExitSignal) => quit(exitSignals[signal]),
		onQuit: () => quit(0),
	});
	const announce = (batch: Batch) => {
		const text = endOfRun(dashboard, batch);
		dashboard.ui.toast(`The run ended. ${text}`, batch.status === 'passed' ? 'success' : 'error');
		host.notify(`svc: ${text}`);
	};

	const releaseStderr = options.stderr.isTTY ? holdOutput(options.stderr) : () => undefined;
	try {
		dashboard.live.start();
		// The screens load while the service answers: asked for after the request, so that the request goes out first.
		const {prepareDashboard} = await import('../../screens/mount.tsx');
		const first = dashboard.navigation.store.getState().stack.map(({screen}) => screen);
		const mountDashboard = await prepareDashboard(first);
		await firstAnswer(dashboard);
		stdout.on('error', () => quit(exitSignals.SIGHUP));
		stdin.on('end', () => quit(exitSignals.SIGHUP));
		host.painter.on('resize', () => dashboard.ui.resize(stdout.columns, stdout.rows));
		host.open();
		const retitle = () => host.setTitle(windowTitle(dashboard));
		retitle();
		dashboard.batches.store.subscribe(retitle);
		const {unmount, ended: crashed} = mountDashboard({
			stage: {
				dashboard,
				terminal: host,
				glyphs: options.ascii ? glyphSets.ascii : glyphSets.unicode,
				bindings: keys,
			},
			theme: pickTheme(options.theme, env),
			colorDepth: options.ascii ? null : colorDepthOf(env),
			painter: host.painter,
			stdin: host.keyboard as unknown as NodeJS.ReadStream,
		});
		void dashboard.session.loadAccount();
		await Promise.race([crashed, aborted(ended.signal)]);
		unmount();
	} finally {
		forgetClient();
		ended.abort();
		host.close();
		releaseStderr();
	}
	const runId = runInFlight(dashboard);
	return runId === null ? {exitCode} : {exitCode, hint: `still running: svc test wait ${runId}`};
}

function requireRoom({columns, rows}: {columns: number; rows: number}): void {
	if (columns >= smallest.columns && rows >= smallest.rows) return;
	throw new ApiError('VALIDATION_ERROR', `The terminal is too small: ${columns}×${rows}.`, {
		nextAction: `Make it at least ${smallest.columns}×${smallest.rows}, or use the commands: svc test list.`,
		details: {field: 'terminal', reason: 'too_small', columns, rows},
	});
}

function readKeys(home: string): typeof bindings {
	const file = join(home, 'keys.json');
	const content = readOptionalFile(file);
	return content === null ? bindings : remapKeys(bindings, {file, content, stacks: layerStacks});
}

const aborted = (signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});

/**
 * Waits for the first answer, so that the first frame has something to show and a service that cannot be used is told
 * as the error of the command. A slow service does not keep the screen closed for longer than a second.
 */
async function firstAnswer(dashboard: Dashboard): Promise<void> {
	const {session, screens: table, navigation, context} = dashboard;
	const settled = new AbortController();
	const check = () => {
		const {isLoaded, error} = placeState(dashboard);
		if (isLoaded || error !== null) settled.abort();
	};
	const stores = [session.store, ...table.of(currentPlace(navigation.store.getState())).sources(dashboard)];
	const unsubscribes = stores.map(store => store.subscribe(check));
	check();
	await context.wait(patience, settled.signal).catch(() => undefined);
	for (const unsubscribe of unsubscribes) unsubscribe();
	const {isLoaded, error} = placeState(dashboard);
	if (!isLoaded && error !== null) throw error;
}

import {once} from 'node:events';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {render} from 'ink';
import {createStore} from 'zustand/vanilla';
import {DashboardContext} from '../hooks/use-dashboard.ts';
import {ThemeContext, GlyphsContext, ColorDepthContext, GraphicsContext} from '../hooks/use-terminal.ts';
import type {ColorDepth} from '../source/terminal/picture/half-blocks.ts';
import type {Painter} from '../source/terminal/painter.ts';
import type {Theme} from '../source/terminal/themes.ts';
import {createActions} from './keys/create-actions.ts';
import {App} from './app.tsx';
import {createDispatch} from './keys/dispatch.ts';
import {loadViews} from './registry.ts';
import type {ScreenViews, Stage} from './screen-view.ts';

type Mounted = {
	/** Takes the screens down; `ended` resolves. */
	unmount(): void;
	/** Rejects with the error of a screen that failed. */
	ended: Promise<unknown>;
};

type Options = {
	stage: Omit<Stage, 'views'>;
	theme: Theme;
	/** Colours that pictures may use; null: none are drawn. */
	colorDepth: ColorDepth;
	painter: Painter;
	stdin: NodeJS.ReadStream;
};

/** Frames a second: enough for a key to be seen within two refreshes of the display. */
const maxFps = 60;

/**
 * Loads the screens that may be shown first, and returns what puts the dashboard on the screen; the others are loaded
 * once it is there, because nobody sees them before the first frame.
 */
export async function prepareDashboard(first: readonly string[]): Promise<(options: Options) => Mounted> {
	const views = createStore<ScreenViews>()(() => new Map());
	views.setState(await loadViews(first), true);
	return ({stage, ...options}) => {
		// Behind the write of the frame, not only behind its making.
		const painted = once(options.painter, 'painted').then(() => nextTurn());
		const completed = painted.then(async () => views.setState(await loadViews(), true));
		const {unmount, ended} = mount({...options, stage: {...stage, views}});
		return {unmount, ended: Promise.race([ended, completed.then(() => ended)])};
	};
}

function mount({stage, theme, colorDepth, painter, stdin}: Options & {stage: Stage}): Mounted {
	const actions = createActions(stage);
	const dispatch = createDispatch(stage, actions);
	const {unmount, waitUntilExit} = render(
		<DashboardContext.Provider value={stage.dashboard}>
			<ThemeContext.Provider value={theme}>
				<GlyphsContext.Provider value={stage.glyphs}>
					<ColorDepthContext.Provider value={colorDepth}>
						<GraphicsContext.Provider value={painter.graphics === null ? null : painter}>
							<App stage={stage} actions={actions} onStroke={dispatch} />
						</GraphicsContext.Provider>
					</ColorDepthContext.Provider>
				</GlyphsContext.Provider>
			</ThemeContext.Provider>
		</DashboardContext.Provider>,
		// The painter has what Ink uses of a terminal; Ink's type asks for a whole stream.
		{
			stdout: painter as unknown as NodeJS.WriteStream,
			stdin,
			exitOnCtrlC: false,
			patchConsole: false,
			isScreenReaderEnabled: false,
			maxFps,
		},
	);
	return {unmount: () => unmount(), ended: waitUntilExit()};
}

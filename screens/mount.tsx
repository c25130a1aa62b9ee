import {render} from 'ink';
import {DashboardContext} from '../hooks/use-dashboard.ts';
import {GlyphsContext} from '../hooks/use-glyphs.ts';
import {ThemeContext} from '../hooks/use-theme.ts';
import type {Painter} from '../source/terminal/painter.ts';
import type {Theme} from '../source/terminal/themes.ts';
import {createActions} from './actions/index.ts';
import type {Stage} from './actions/action.ts';
import {App} from './app.tsx';
import {createDispatch} from './dispatch.ts';

export type Mounted = {
	/** Takes the screens down; `ended` resolves. */
	unmount(): void;
	/** Rejects with the error of a screen that failed. */
	ended: Promise<unknown>;
};

type Options = {stage: Stage; theme: Theme; painter: Painter; stdin: NodeJS.ReadStream};

/** Frames a second: enough for a key to be seen within two refreshes of the display. */
const maxFps = 60;

/** Puts the dashboard on the screen. */
export function mountDashboard({stage, theme, painter, stdin}: Options): Mounted {
	const actions = createActions(stage);
	const dispatch = createDispatch(stage, actions);
	const {unmount, waitUntilExit} = render(
		<DashboardContext.Provider value={stage.dashboard}>
			<ThemeContext.Provider value={theme}>
				<GlyphsContext.Provider value={stage.glyphs}>
					<App stage={stage} actions={actions} onStroke={dispatch} />
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

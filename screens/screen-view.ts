import type {ComponentType} from 'react';
import type {StoreApi} from 'zustand/vanilla';
import type {PaneLine} from '../components/text-pane.tsx';
import type {Dashboard} from '../source/stores/dashboard.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {TerminalEffects} from '../source/terminal/terminal-effects.ts';
import type {Actions} from './action.ts';
import type {DashboardBinding} from './bind.ts';
import type {Layout} from './layout.ts';

/** What lines of a detail pane are made for. */
export type Look = {glyphs: Glyphs; width: number; now: number};

/** The part of a screen that needs React, and what its keys do. */
export type ScreenView = {
	Body: ComponentType<{layout: Layout}>;
	/** What the keys of its layer do: one action for each of its bindings. */
	actions?(stage: Stage): Actions;
	/** Enter on the row under the cursor; absent = the detail pane gets the keys. */
	open?(stage: Stage): void;
	/** The detail pane, for scrolling and copying: the lines that the body shows there. */
	detailLines?(dashboard: Dashboard, look: Look): readonly PaneLine[];
	/** Goes to another tab; Tab and Shift-Tab do it where there is one pane only. */
	turnTab?(stage: Stage, step: 1 | -1): void;
	/** What `y` copies in the detail pane; absent = the text of its lines. */
	copyText?(dashboard: Dashboard, glyphs: Glyphs): string | null;
};

/** Views by the names of their screens. */
export type ScreenViews = ReadonlyMap<string, ScreenView>;

/** What actions work on. */
export type Stage = {
	dashboard: Dashboard;
	terminal: TerminalEffects;
	glyphs: Glyphs;
	/** The table in use, the user's keys included. */
	bindings: readonly DashboardBinding[];
	/** Views by the names of their screens; those that are not shown first arrive after the first frame. */
	views: StoreApi<ScreenViews>;
};

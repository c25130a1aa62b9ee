import type {StoreApi} from 'zustand/vanilla';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {TerminalEffects} from '../../source/terminal/terminal-effects.ts';
import type {DashboardBinding} from '../bind.ts';
import type {ScreenViews} from '../screen-definition.ts';

/** What a binding does. */
export type Action = {
	do(): void;
	/** Whether there is something to do it to; footer and palette leave it out otherwise. Absent = always. */
	isAvailable?(): boolean;
	/** Why it cannot be done where it is not available, and what can; null: nothing more to say than that. */
	why?(): string | null;
};

/** Actions by the names of their bindings, `layer.action`. */
export type Actions = Record<string, Action>;

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

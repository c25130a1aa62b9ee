import type {Client} from '../client/client.ts';
import type {Dashboard} from './dashboard.ts';
import type {Place} from './place.ts';
import type {Start} from './start-place.ts';

/** How the room of a screen is divided. */
export type ScreenShape = {
	/** `list` or `detail`: one pane has all the room. */
	panes: 'both' | 'list' | 'detail';
	/** Lines over the whole width above the panes, by the rows of the terminal. */
	headLines?(rows: number): number;
	/** Lines of headings inside the list. */
	headingLines?: number;
	/** Cells that the pane beside the list has use for on a wide terminal; the list has the others. */
	widestPane?: number;
};

/** Rows of a screen as they are listed now; the same array as long as nothing changed. */
export type RowList<Row> = {
	rows: readonly Row[];
	idOf(row: Row): string;
	/** Id that is copied; absent = the id of the row. */
	copyIdOf?(row: Row): string | null;
	/** Row the cursor goes to while the place follows what happens. */
	followId?: string | null;
	/** Rows that count for "3 of 40"; absent = all. */
	shown?(): number;
};

/** Whether a place has something to show, why not when it failed, and how many rows there are without a filter. */
export type PlaceState = {isLoaded: boolean; error: unknown; count: number};

/** A store, as far as waiting for its changes goes. */
export type Source = {subscribe(listener: () => void): () => void};

/** What keeping a place fresh needs. */
export type Keeper = {
	dashboard: Dashboard;
	/** Tries until it works; false when the error is one that trying again does not help. */
	persist(work: () => Promise<unknown>, signal: AbortSignal): Promise<boolean>;
	/** Does the work now and after every pause (ms); ends with an error that trying again does not help. */
	every(pause: number, work: () => Promise<unknown>, signal: AbortSignal): Promise<void>;
};

export type StartInput = {
	client: Client;
	/** The word after `svc ui`. */
	word: string;
	id: string | null;
	/** Project of the flag, the environment or the project directory. */
	projectId: string | null;
};

/** Finds the place that a word of `svc ui` and an id mean. Rejects with what is wrong with them. */
export type FindStart = (input: StartInput) => Promise<Start>;

/** Keys that open a screen go to what it is about: the service, the project at hand, or its batch. */
export type ScreenScope = 'service' | 'project' | 'batch';

/** What the stores need to know of a screen; `Here` is the shape of its places. */
export type ScreenCore<Here extends Place = Place> = {
	name: string;
	/** Opening it leaves every place of the same depth or deeper: 0 projects, 1 tests, 2 run and what is of a project, 3 what is of a batch, 4 viewers. */
	depth: number;
	scope: ScreenScope;
	shape: ScreenShape;
	list(dashboard: Dashboard, here: Here): RowList<unknown>;
	state(dashboard: Dashboard, here: Here): PlaceState;
	/** Stores whose changes may change rows, state, crumbs or what its keys can do. */
	sources(dashboard: Dashboard): readonly Source[];
	/** Reads what is shown and keeps it fresh until the signal aborts. */
	keep(keeper: Keeper, here: Here, signal: AbortSignal): Promise<void>;
	/** Words of `svc ui` that open it. */
	starts: Readonly<Record<string, FindStart>>;
};

/** Every screen of the dashboard. */
export type ScreenTable = {all: readonly ScreenCore[]; of(place: Place): ScreenCore};

export function screenTable(all: readonly ScreenCore[]): ScreenTable {
	const byName = new Map(all.map(screen => [screen.name, screen]));
	return {
		all,
		of({screen: name}) {
			const screen = byName.get(name);
			if (!screen) throw new Error(`There is no screen "${name}".`);
			return screen;
		},
	};
}

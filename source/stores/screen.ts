import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {Client} from '../client/client.ts';

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

type StartInput = {
	client: Client;
	/** The word after `svc ui`. */
	word: string;
	id: string | null;
	/** Project of the flag, the environment or the project directory. */
	projectId: ProjectId | null;
};

/** Finds the place that a word of `svc ui` and an id mean. Rejects with what is wrong with them. */
export type FindStart = (input: StartInput) => Promise<Start>;

/** Keys that open a screen go to what it is about: the service, the project at hand, or its batch. */
export type ScreenScope = 'service' | 'project' | 'batch';

/**
 * What fills the screen: the name of a screen, and the ids of what it shows. A screen names further ids in a type of its
 * own, e.g. `{screen: 'failure'; batchId: string; projectId: string | null; runId: string}`.
 */
export type Place = {
	readonly screen: string;
	readonly projectId?: ProjectId | null;
	readonly batchId?: BatchId;
	readonly [id: string]: string | null | undefined;
};

/** Places with one key are the same place. The project counts only where nothing else says which place it is. */
export function placeKey({screen, projectId, ...ids}: Place): string {
	const others = Object.values(ids).filter(Boolean);
	return [screen, ...(others.length > 0 ? others : [projectId])].filter(Boolean).join(' ');
}

/** Where the dashboard begins. `rowId` = what in the last place is shown with its details. */
export type Start = {places: readonly Place[]; rowId: string | null};

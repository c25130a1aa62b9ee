/**
 * What fills the screen: the name of a screen, and the ids of what it shows. A screen names further ids in a type of its
 * own, e.g. `{screen: 'failure'; batchId: string; projectId: string | null; runId: string}`.
 */
export type Place = {
	readonly screen: string;
	readonly projectId?: string | null;
	readonly batchId?: string;
	readonly [id: string]: string | null | undefined;
};

/** Places with one key are the same place. The project counts only where nothing else says which place it is. */
export function placeKey({screen, projectId, ...ids}: Place): string {
	const others = Object.values(ids).filter(Boolean);
	return [screen, ...(others.length > 0 ? others : [projectId])].filter(Boolean).join(' ');
}

/** Where the dashboard begins. `testId` = the test whose details are shown. */
export type Start = {places: readonly Place[]; testId: string | null};

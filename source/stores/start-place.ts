import type {ProjectId} from '../../contract/ids.ts';
import type {Client} from '../client/client.ts';
import {ApiError} from '../errors/api-error.ts';
import type {ScreenTable} from './dashboard.ts';
import type {Start} from './screen.ts';

/** What `svc ui <screen> [id]` says. */
export type StartRequest = {
	/** Absent: the project when there is one, else the list of projects. */
	screen: string | null;
	id: string | null;
	/** Project of the flag, the environment or the project directory. */
	projectId: ProjectId | null;
};

/** Finds the place that a screen name and an id mean. Rejects with what is wrong with them. */
export async function findStart(
	client: Client,
	{screen, id, projectId}: StartRequest,
	screens: ScreenTable,
): Promise<Start> {
	const word = screen ?? (projectId === null ? 'projects' : 'project');
	const ways = Object.assign({}, ...screens.all.map(({starts}) => starts)) as (typeof screens.all)[number]['starts'];
	const way = Object.hasOwn(ways, word) ? ways[word] : undefined;
	if (way) return way({client, word, id: screen === null ? null : id, projectId});
	const words = Object.keys(ways);
	throw new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Screens: ${words.join(', ')}.`,
		details: {field: 'screen', reason: `unknown screen "${word}"`, accepted: words},
	});
}

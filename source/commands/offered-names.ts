import type {Client} from '../client/client.ts';
import {isSameProcess, readServiceFile} from '../client/service-file.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {getBatch, listBatches} from '../../contract/routes/batches.ts';
import {listProjects} from '../../contract/routes/projects.ts';
import {listSchedules} from '../../contract/routes/schedules.ts';
import {listTestLists} from '../../contract/routes/test-lists.ts';
import {listTests} from '../../contract/routes/tests.ts';
import type {CompletionThing} from '../completion/completion-tree.ts';
import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';
import {resolveApiKey} from '../credentials/resolve.ts';

/** What there is; a name that several may have, or that nobody gave, is null. */
type Known = {id: string; name: string | null};

/** Whoever presses Tab waits no longer; the environment may allow more (`SVC_REQUEST_TIMEOUT_MS`). */
const patienceMs = 1000;
/** Without a project only these are looked through. */
const mostProjects = 10;
const pageSize = 100;

/**
 * What a command line may go on with: names that one thing alone has, and ids of the rest, or all ids that begin as the word
 * does. Only the service of this machine is asked, and only while it runs; nothing when it is away, slow or refuses.
 */
export async function offeredNames(
	thing: CompletionThing,
	{beginning, project}: {beginning: string; project: string | undefined},
	context: Context,
): Promise<string[]> {
	const known = await knownThings(thing, project, context);
	const count = new Map<string | null, number>();
	for (const {name} of known) count.set(name, (count.get(name) ?? 0) + 1);
	const words = known.flatMap(({id, name}) => {
		// A name that begins like a flag would be read as one.
		const isName = name !== null && count.get(name) === 1 && !/^-|[\p{Cc}]/u.test(name);
		return isName ? [name, ...(beginning === '' ? [] : [id])] : [id];
	});
	return words.filter(word => word.startsWith(beginning));
}

async function knownThings(
	thing: CompletionThing,
	project: string | undefined,
	context: Context,
): Promise<readonly Known[]> {
	try {
		const client = await connectIfRunning(context);
		if (client === null) return [];
		const limitMs = environmentValue(context.env, 'SVC_REQUEST_TIMEOUT_MS') ? context.requestTimeoutMs : patienceMs;
		const late = new AbortController();
		const nothing = () => [];
		try {
			const inTime = context.clock.sleep(limitMs, late.signal).then(nothing, nothing);
			return await Promise.race([read(thing, project, client, context), inTime]);
		} finally {
			late.abort();
			await client.close();
		}
	} catch {
		// Tab says nothing of what is wrong: the command itself will.
		return [];
	}
}

async function connectIfRunning(context: Context): Promise<Client | null> {
	const {endpoint, section, profile} = context.connection();
	if (endpoint.value !== 'local') return null;
	const file = readServiceFile(context.localService().dataDir);
	if (file === null || !(await isSameProcess(file))) return null;
	const apiKey = resolveApiKey(context.env, section, 'local', profile).value;
	return context.connect({endpoint: file.url, apiKey});
}

async function read(
	thing: CompletionThing,
	project: string | undefined,
	client: Client,
	context: Context,
): Promise<readonly Known[]> {
	if (thing === 'project') return (await client.call(listProjects, {query: {pageSize}})).items;
	if (thing === 'testlist') return (await client.call(listTestLists, {query: {pageSize}})).items;
	if (thing === 'schedule') {
		const {schedules} = await client.call(listSchedules, {query: {}});
		return schedules.map(({scheduleId, name}) => ({id: scheduleId, name}));
	}
	const projectIds = await projectsOf(project, client, context);
	const found = await Promise.all(projectIds.map(projectId => ofProject[thing](projectId, client)));
	return found.flat();
}

/** The one that is named or that the folder is about, else those that there are. */
async function projectsOf(project: string | undefined, client: Client, context: Context): Promise<string[]> {
	if (context.knowsProject(project)) return [context.projectId(project)];
	const {items} = await client.call(listProjects, {query: {pageSize: mostProjects}});
	return items.map(({id}) => id);
}

type Read = (projectId: ProjectId, client: Client) => Promise<readonly Known[]>;
const ofProject: Record<'test' | 'batch' | 'run', Read> = {
	async test(projectId, client) {
		return (await client.call(listTests, {query: {projectId, pageSize}})).items;
	},
	async batch(projectId, client) {
		const {items} = await client.call(listBatches, {params: {projectId}, query: {pageSize}});
		return items.map(({batchId}) => ({id: batchId, name: null}));
	},
	/** Those of the latest batch. */
	async run(projectId, client) {
		const {items} = await client.call(listBatches, {params: {projectId}, query: {pageSize: 1}});
		const members = await Promise.all(
			items.map(async ({batchId}) => (await client.call(getBatch, {params: {batchId}, query: {}})).members),
		);
		return members.flat().map(({runId}) => ({id: runId, name: null}));
	},
};

import type {FindingId, ProjectId} from '../../contract/ids.ts';
import type {Requirement} from '../domain/requirement.ts';
import type {Database} from '../store/database.ts';
import {listEdgeChoices, planInputMark} from '../store/plans/edge-choices.ts';
import type {EdgeChoiceTable} from '../store/plans/plan-tables.ts';
import {credentialHeaders} from '../store/projects/plan-credential.ts';
import {readPlanInput} from '../store/plans/read-plan-input.ts';
import {analyseApi, type ApiModel} from './kinds/analyse-api.ts';
import type {Correction} from './kinds/candidate.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import {planEndpoint, travelledHints} from './model/stored-endpoint.ts';

export type LoadedApi = {
	api: ApiModel;
	endpoints: readonly PlanEndpoint[];
	/** Sentences of requirements. */
	requirements: readonly Requirement[];
	byKey: ReadonlyMap<string, PlanEndpoint>;
};

/** Reads and analyses the API of a project; what has not changed since is not analysed again. One project is remembered. */
export function createApiLoader(database: Database): (projectId: ProjectId) => Promise<LoadedApi> {
	let known: {projectId: ProjectId; mark: string; loaded: LoadedApi} | null = null;
	return async projectId => {
		const mark = await planInputMark(database, projectId);
		if (known?.projectId === projectId && known.mark === mark) return known.loaded;
		const loaded = await loadApi(database, projectId);
		known = {projectId, mark, loaded};
		return loaded;
	};
}

/**
 * Reads and analyses the API of a project.
 *
 * @param choices decisions about places of requests; those that are stored unless given
 * @param alsoFailing a finding that is read as if somebody had said that the document is right
 */
export async function loadApi(
	database: Database,
	projectId: ProjectId,
	choices?: readonly EdgeChoiceTable[],
	alsoFailing: FindingId | null = null,
): Promise<LoadedApi> {
	const input = await readPlanInput(database, projectId, alsoFailing);
	const headers = new Set(await credentialHeaders(database, projectId));
	const endpoints = input.endpoints.map(planEndpoint).map(endpoint => asCarried(endpoint, headers));
	const keys = new Map(endpoints.map(one => [one.endpointId, keyOf(one)]));
	const corrections = new Map<string, Correction>();
	const renames = new Map<string, string>();
	for (const choice of choices ?? (await listEdgeChoices(database, projectId))) {
		const key = keys.get(choice.endpoint_id);
		if (key === undefined) continue;
		const at = `${key} ${choice.place}`;
		if (choice.variable !== null) renames.set(at, choice.variable);
		const producer = choice.producer_id === null ? undefined : keys.get(choice.producer_id);
		if (choice.state === 'pinned' && producer !== undefined)
			corrections.set(at, {state: 'pinned', producer, pointer: choice.pointer});
		if (choice.state === 'cut')
			corrections.set(at, {state: 'cut', ...(choice.value === null ? {} : {value: JSON.parse(choice.value)})});
	}
	const api = analyseApi({endpoints, hints: travelledHints(input), corrections, renames});
	return {api, endpoints, requirements: input.requirements, byKey: new Map(endpoints.map(one => [keyOf(one), one]))};
}

/**
 * An endpoint whose document asks for the credential as a plain header, as some frameworks write it: the credential is
 * sent there with every call, and no value is made up for it.
 */
function asCarried(endpoint: PlanEndpoint, headers: ReadonlySet<string>): PlanEndpoint {
	const isCredential = (one: PlanEndpoint['parameters'][number]) =>
		one.in === 'header' && headers.has(one.name.toLowerCase());
	const carried = endpoint.parameters.filter(isCredential);
	if (carried.length === 0) return endpoint;
	const isNeeded = carried.some(({required}) => required);
	return {
		...endpoint,
		parameters: endpoint.parameters.filter(one => !isCredential(one)),
		secure: isNeeded ? true : endpoint.secure,
	};
}

export const keyOf = ({method, path}: {method: string; path: string}): string => `${method} ${path}`;

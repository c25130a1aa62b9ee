import type {Endpoint} from '../../../contract/endpoint.ts';
import type {FindingId, ProjectId} from '../../../contract/ids.ts';
import {type Answer, type EndpointDetail, noDetail, type TravelledValue} from '../../domain/endpoint-detail.ts';
import type {Requirement} from '../../domain/requirement.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import {type Database, asOfOneMoment} from '../database.ts';
import {type WrongAnswer, wrongAnswers} from '../findings/wrong-answers.ts';

/** One operation with everything that planning may ask of it. Equal schemas of answers are one object: do not change them. */
export type PlanEndpoint = Omit<EndpointDetail, 'answers'> & {
	id: string;
	method: EndpointTable['method'];
	/** Template. */
	path: string;
	/** The same without the names of its parameters. */
	pathKey: string;
	/** What stands between the project's URL and the template when the API is called; empty for most. */
	callPrefix: string;
	family: string;
	summary: string | null;
	origin: EndpointTable['origin'];
	confirmed: boolean;
	unconfirmedReason: string | null;
	/** Parameters, the body that is sent by default, and its sample (a person's before the document's). */
	request: Endpoint['requestShape'];
	/** True: the sample is a person's. */
	isSampleGiven: boolean;
	/** What the document says, in the order 2xx…5xx, classes, default. */
	answers: Answer[];
	/** What the API itself was seen to answer; goes before the document. */
	observed: Answer[];
	/** Statuses whose observed answer is known to be wrong: it says what is there, and the document what tests expect. */
	wrong?: readonly string[];
	auth: Endpoint['auth'];
	/** Epoch milliseconds of the last change of what it says. */
	updatedAt: number;
};

/** Everything that discovery knows of a project. */
export type PlanInput = {
	/** In the order of the sources, then by hand. */
	endpoints: PlanEndpoint[];
	/** Requirement sentences in the order of their texts. */
	requirements: Requirement[];
	/** Values that were seen in an answer and later in a request. */
	travelled: TravelledValue[];
};

/**
 * Endpoints, requirements and travelled values of a project, as of one moment. No call is made.
 *
 * @param alsoFailing a finding that is read as if somebody had said that the document is right
 */
export function readPlanInput(
	database: Database,
	projectId: ProjectId,
	alsoFailing: FindingId | null = null,
): Promise<PlanInput> {
	return asOfOneMoment(database, async transaction => {
		const wrong = await wrongAnswers(transaction, projectId, alsoFailing);
		const shapes = await transaction
			.selectFrom('endpoint_shapes')
			.select(['hash', 'shape'])
			.where('project_id', '=', projectId)
			.execute();
		const schemas = new Map(shapes.map(({hash, shape}) => [hash, JSON.parse(shape) as unknown]));
		const rows = await transaction
			.selectFrom('endpoints')
			.selectAll()
			.where('project_id', '=', projectId)
			.orderBy('place')
			.orderBy('id')
			.execute();
		const notes = await transaction
			.selectFrom('discovery_notes')
			.select(['kind', 'note'])
			.where('project_id', '=', projectId)
			.orderBy('kind')
			.orderBy('place')
			.execute();
		const isManual = ({origin}: EndpointTable) => Number(origin === 'manual');
		return {
			endpoints: rows
				.sort((one, other) => isManual(one) - isManual(other))
				.map(row => planEndpoint(row, schemas, wrong.get(row.id) ?? [])),
			requirements: notes.flatMap(({kind, note}) => (kind === 'requirement' ? (JSON.parse(note) as Requirement) : [])),
			travelled: notes.flatMap(({kind, note}) => (kind === 'travelled' ? (JSON.parse(note) as TravelledValue) : [])),
		};
	});
}

function planEndpoint(
	row: EndpointTable,
	schemas: ReadonlyMap<string, unknown>,
	wrong: readonly WrongAnswer[],
): PlanEndpoint {
	// A shape still tells where records are; a status or media type of its own is another answer than the document's.
	const other = new Set(wrong.flatMap(({kind, status}) => (kind === 'shape' ? [] : status)));
	const shapes = wrong.flatMap(({kind, status}) => (kind === 'shape' ? status : []));
	const detail = {...noDetail, ...JSON.parse(row.detail)} as EndpointDetail<string | null>;
	const edited = JSON.parse(row.edited) as string[];
	const request = JSON.parse(row.request_shape) as Endpoint['requestShape'];
	return {
		...detail,
		id: row.id,
		method: row.method,
		path: row.path,
		pathKey: row.path_key,
		callPrefix: row.call_prefix,
		family: row.family,
		summary: row.summary,
		origin: row.origin,
		confirmed: row.confirmed === 1,
		unconfirmedReason: row.unconfirmed_reason,
		request,
		isSampleGiven: edited.includes('request_shape') || (row.origin === 'manual' && request.sample !== null),
		answers: detail.answers.map(answer => ({
			...answer,
			schema: answer.schema === null ? null : (schemas.get(answer.schema) ?? {}),
		})),
		observed: (JSON.parse(row.observed) as Answer[]).filter(({status}) => !other.has(status)),
		...(shapes.length > 0 ? {wrong: shapes} : {}),
		auth: JSON.parse(row.auth) as Endpoint['auth'],
		updatedAt: row.updated_at,
	};
}

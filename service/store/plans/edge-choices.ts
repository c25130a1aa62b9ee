import type {EndpointId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {wrongAnswers} from '../findings/wrong-answers.ts';
import {credentialHeaders} from '../projects/plan-credential.ts';
import type {EdgeChoiceTable} from './plan-tables.ts';

export const listEdgeChoices = (database: Database, projectId: ProjectId): Promise<EdgeChoiceTable[]> =>
	database
		.selectFrom('edge_choices')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('endpoint_id')
		.orderBy('place')
		.execute();

export async function saveEdgeChoice(database: Database, choice: EdgeChoiceTable): Promise<void> {
	const {project_id: _, endpoint_id: __, place: ___, ...columns} = choice;
	await database
		.insertInto('edge_choices')
		.values(choice)
		.onConflict(conflict => conflict.columns(['project_id', 'endpoint_id', 'place']).doUpdateSet(columns))
		.execute();
}

export async function forgetEdgeChoice(
	database: Database,
	projectId: ProjectId,
	endpointId: EndpointId,
	place: string,
): Promise<void> {
	await database
		.deleteFrom('edge_choices')
		.where('project_id', '=', projectId)
		.where('endpoint_id', '=', endpointId)
		.where('place', '=', place)
		.execute();
}

/** Changes whenever endpoints, what was seen of them, choices about their edges, what of it is said to be wrong, or the headers of the credential do. */
export async function planInputMark(database: Database, projectId: ProjectId): Promise<string> {
	const endpoints = await database
		.selectFrom('endpoints')
		.select(({fn}) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('last'), fn.max('id').as('id')])
		.where('project_id', '=', projectId)
		.executeTakeFirstOrThrow();
	const choices = await database
		.selectFrom('edge_choices')
		.select(({fn}) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('last')])
		.where('project_id', '=', projectId)
		.executeTakeFirstOrThrow();
	const discovery = await database
		.selectFrom('discoveries')
		.select(['id', 'version'])
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.executeTakeFirst();
	const wrong = [...(await wrongAnswers(database, projectId))];
	return JSON.stringify([endpoints, choices, discovery, wrong, await credentialHeaders(database, projectId)]);
}

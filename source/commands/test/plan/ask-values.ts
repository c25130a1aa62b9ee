import type {Context} from '../../../context.ts';
import type {ProjectId} from '../../../../contract/ids.ts';
import type {Plan} from '../../../../contract/plan.ts';
import {listEnvironments, updateEnvironment} from '../../../../contract/routes/environments.ts';
import {environmentValue} from '../../../credentials/environment.ts';
import {counted} from '../../../view-model/counted.ts';

/**
 * Asks a person for the values that no endpoint gives, and keeps them in the default environment; an empty answer leaves
 * one out. Answers whether there are new ones: the plan can be made with them. Without a terminal nobody is asked, and
 * the plan says what is missing.
 */
export async function askValues({environment}: Plan, projectId: ProjectId, context: Context): Promise<boolean> {
	const {terminal, output, env, client} = context;
	const canAsk = terminal.isInput() && terminal.isOutput && output === 'text' && !environmentValue(env, 'CI');
	if (!canAsk || context.dryRun || environment.length === 0) return false;
	const variables: Record<string, string> = {};
	for (const {key, parameter, endpoints} of environment) {
		const needed = counted(endpoints, 'endpoint');
		const answer = (await context.askLine(`{${parameter}} of ${needed} (VAR_${key}, empty: none):`))?.trim();
		if (answer === undefined) break;
		if (answer !== '') variables[key] = answer;
	}
	if (Object.keys(variables).length === 0) return false;
	const {items} = await client.call(listEnvironments, {params: {projectId}});
	const name = items.find(({isDefault}) => isDefault)?.name ?? 'default';
	await client.call(updateEnvironment, {
		params: {projectId, name},
		body: {variables},
		idempotencyKey: context.idempotencyKey(updateEnvironment, undefined),
	});
	context.notes.say('info', `kept in the environment ${name}: ${Object.keys(variables).join(', ')}`);
	return true;
}

import type {PlanOperation} from './model/operation.ts';
import type {PlanContext} from './templates/context.ts';

/** A variable of an environment that endpoints wait for: its key, a parameter that it fills, and the number of endpoints. */
export type EnvironmentNeed = {key: string; parameter: string; endpoints: number};

/** Keys of the environment variables without a value that an operation cannot be called without. */
export const waitsFor = (operation: PlanOperation, {api, environment}: PlanContext): string[] =>
	api
		.edgesOf(operation)
		.flatMap(({environmentKey: key, producer, required}) =>
			key !== null && producer === null && required && !environment.has(key) ? [key] : [],
		);

/** The variables without a value, those that most endpoints wait for first. */
export function environmentNeeds({api, environment}: PlanContext): EnvironmentNeed[] {
	const needs = new Map<string, EnvironmentNeed>();
	for (const {environmentKey, producer, place, required} of api.edges) {
		if (environmentKey === null || producer !== null || !required || environment.has(environmentKey)) continue;
		const parameter = place.slice(place.indexOf(':') + 1).replace(/^\$\./, '');
		const need = needs.get(environmentKey) ?? {key: environmentKey, parameter, endpoints: 0};
		need.endpoints++;
		needs.set(environmentKey, need);
	}
	return [...needs.values()].sort((a, b) => b.endpoints - a.endpoints || (a.key < b.key ? -1 : 1));
}

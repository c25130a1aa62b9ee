import type {Observation, ObservedSchema, StepObservation} from '../../store/plans/learning-tables.ts';

/** What two runs have in common, and what one of them showed and the other did not, in words by step. */
export type Confirmed = {observation: Observation; unstable: Array<{step: string; what: string}>};

/** "The second complete run confirms a learned expectation or drops it." */
export function confirm(first: Observation, second: Observation): Confirmed {
	const observation: Observation = {};
	const unstable: Confirmed['unstable'] = [];
	for (const [step, before] of Object.entries(first)) {
		const now = second[step];
		if (!now) continue;
		const drop = (what: string) => unstable.push({step, what});
		observation[step] = common(before, now, drop);
	}
	return {observation, unstable};
}

function common(before: StepObservation, now: StepObservation, drop: (what: string) => void): StepObservation {
	const isSameStatus = before.statuses.join() === now.statuses.join();
	if (!isSameStatus) drop(`status ${before.statuses.join(', ')}, then ${now.statuses.join(', ')}`);
	const isSameType = before.contentType === now.contentType;
	if (!isSameType) drop(`media type ${before.contentType ?? 'none'}, then ${now.contentType ?? 'none'}`);
	for (const name of before.headers) if (!now.headers.includes(name)) drop(`header ${name} came and went`);
	return {
		calls: now.calls,
		statuses: isSameStatus ? now.statuses : [],
		contentType: isSameType ? now.contentType : null,
		headers: before.headers.filter(name => now.headers.includes(name)),
		body: isSameStatus && before.body && now.body ? meet(before.body, now.body, '$', drop) : null,
		echoes: before.echoes.filter(name => now.echoes.includes(name)),
	};
}

/** Places that both have, with the types of either; below what was empty or null in one of them nothing is known. */
function meet(
	before: ObservedSchema,
	now: ObservedSchema,
	place: string,
	drop: (what: string) => void,
): ObservedSchema {
	const [one, other] = [typesOf(before), typesOf(now)];
	if (one.length === 0 || other.length === 0) return {};
	if (!one.some(type => other.includes(type))) {
		drop(`${place} was ${one.join(' or ')}, then ${other.join(' or ')}`);
		return {};
	}
	const types = [...new Set([...one, ...other])].sort();
	const met: ObservedSchema = {type: types.length === 1 ? types[0]! : types};
	if (before.properties && now.properties) {
		const required: string[] = [];
		const properties: Record<string, ObservedSchema> = {};
		for (const [name, inner] of Object.entries(before.properties)) {
			const again = now.properties[name];
			if (!again) {
				drop(`${place}.${name} came and went`);
				continue;
			}
			required.push(name);
			properties[name] = meet(inner, again, `${place}.${name}`, drop);
		}
		Object.assign(met, {properties}, required.length > 0 ? {required} : {});
	}
	if (before.items && now.items) met.items = meet(before.items, now.items, `${place}[*]`, drop);
	return met;
}

export const typesOf = ({type}: ObservedSchema): string[] => [type ?? []].flat();

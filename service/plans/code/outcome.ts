import type {Outcome} from '../../../contract/outcome.ts';
import {text} from './expression.ts';

/** What the function that reads an outcome is called. */
export const outcomeName = 'status_of';

/** The lines of the function that says what an answer means, where an API refuses with 2xx as well. */
export function outcomeLines({field, success, isHttp}: Outcome): string[] {
	const [only] = success;
	const said = `answer.get(${text(field)})`;
	// What does not say how it went has not refused.
	const saidOr = `answer.get(${text(field)}, ${python(only!)})`;
	const isGood =
		success.length > 1
			? `${saidOr} in (${success.map(python).join(', ')})`
			: only === true
				? saidOr
				: only === null || only === false
					? `not ${said}`
					: `${saidOr} == ${python(only!)}`;
	return [
		`def ${outcomeName}(response):`,
		`    """What an answer means: this API refuses with 200 as well and says so in ${text(field)}."""`,
		'    is_json = "json" in response.headers.get("Content-Type", "")',
		'    answer = response.json() if response.ok and is_json else None',
		`    if not isinstance(answer, dict) or ${isGood}:`,
		'        return response.status_code',
		...(isHttp
			? [`    said = str(${said})[:3]`, '    return int(said) if said.isdigit() else 400']
			: ['    return 400']),
	];
}

const python = (value: Outcome['success'][number]): string => {
	if (value === null) return 'None';
	if (typeof value === 'boolean') return value ? 'True' : 'False';
	return typeof value === 'string' ? text(value) : String(value);
};

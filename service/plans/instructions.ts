import type {PlanEndpoint} from './model/plan-endpoint.ts';

const leaveOut =
	/\b(?:skip|exclude|ignore|without|omit|leave out|(?:do not|don't|never) (?:test|touch|call|plan))\b([^.;\n]*)/gi;
const target = /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(\/[^\s,;]*)/gi;

/** The endpoints that instructions leave out: `skip /admin`, `do not test DELETE /users/{userId}`. */
export function exclusionsOf(instructions: string | undefined): (endpoint: PlanEndpoint) => boolean {
	if (instructions === undefined) return () => false;
	const left = [...instructions.matchAll(leaveOut)].flatMap(([, rest = '']) =>
		[...rest.matchAll(target)].map(([, method, path = '']) => ({
			method: method?.toUpperCase() ?? null,
			path: path
				.replace(/(?<![.)\]])[.)\]]+$/, '')
				.replace(/\/\*+$/, '')
				.replace(/(.)\/$/, '$1'),
		})),
	);
	return endpoint =>
		left.some(
			({method, path}) =>
				(method === null || method === endpoint.method) &&
				(endpoint.path === path || (method === null && (path === '/' || endpoint.path.startsWith(`${path}/`)))),
		);
}

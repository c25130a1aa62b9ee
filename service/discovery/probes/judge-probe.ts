import type {Endpoint} from '../../../contract/endpoint.ts';
import type {FindingKind} from '../../../contract/finding.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import {seenAnswer} from '../../inference/seen-answer.ts';
import type {SeenDeviation} from '../../store/findings/report-deviations.ts';
import type {ProbeAnswer} from './send-probe.ts';
import {shapeDifferences} from '../../inference/shape-differences.ts';

/** What the document says of an operation that was called. */
export type Documented = {
	path: string;
	answers: ReadonlyArray<Pick<Answer, 'status' | 'contentType'>>;
	/** Schema of its success. */
	body: unknown;
	auth: Endpoint['auth'];
};

export type Judged = {
	looks: FindingKind[];
	deviations: Array<Omit<SeenDeviation, 'endpointId' | 'evidence'>>;
	observed: Answer | null;
	confirmed: boolean;
	reason: 'no_response' | 'unreachable' | 'auth_required' | null;
};

/** Compares the answer of a probe with the document. @param hasHandle whether the path names a record of a list */
export function judgeProbe(documented: Documented, answer: ProbeAnswer, hasHandle: boolean): Judged {
	const {status} = answer;
	if (status === null)
		return {
			looks: [],
			deviations: [],
			observed: null,
			confirmed: false,
			reason: answer.error?.isRefused ? 'unreachable' : 'no_response',
		};
	const value = answer.isCut || answer.bytes.length === 0 ? undefined : jsonOf(answer.bytes);
	const observed = seenAnswer(status, answer.headers, value === undefined ? [] : [value]);
	const base = {observed, looks: ['status', 'server_error'] as FindingKind[], deviations: [] as Judged['deviations']};
	if (status >= 500) {
		base.deviations.push({
			kind: 'server_error',
			difference: `answers ${status}`,
			document: null,
			observed: String(status),
			facts: {},
		});
		return {...base, confirmed: false, reason: 'no_response'};
	}
	if (status === 401 || status === 403) return {...base, confirmed: false, reason: 'auth_required'};
	if (status === 404 && !hasHandle) {
		base.looks.push('route_missing');
		base.deviations.push({
			kind: 'route_missing',
			difference: 'no such route',
			document: documented.path,
			observed: '404',
			facts: {},
		});
		return {...base, observed: null, confirmed: false, reason: 'no_response'};
	}
	base.looks.push('route_missing', 'content_type', 'shape');
	base.deviations.push(...statusDeviation(documented, observed, status));
	if (base.deviations.length === 0) base.deviations.push(...contentDeviations(documented, answer, observed, status));
	return {...base, confirmed: true, reason: null};
}

export function jsonOf(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}

function statusDeviation({answers}: Documented, observed: Answer, status: number): Judged['deviations'] {
	const own = `${observed.status[0]}XX`;
	const isKnown = answers.some(one => one.status === observed.status || one.status === own || one.status === 'default');
	if (isKnown || answers.length === 0 || status >= 400) return [];
	const expected = answers.find(one => one.status.startsWith('2'));
	if (!expected) return [];
	return [
		{
			kind: 'status',
			difference: `${expected.status} documented, ${status} answered`,
			document: expected.status,
			observed: observed.status,
			facts: {answer: factsOf(observed), insteadOf: expected.status},
		},
	];
}

function contentDeviations(
	{answers, body}: Documented,
	answer: ProbeAnswer,
	observed: Answer,
	status: number,
): Judged['deviations'] {
	if (status < 200 || status >= 300 || observed.contentType === null) return [];
	const documented = answers.find(one => one.status === observed.status || one.status === '2XX');
	const expected = documented?.contentType?.split(';', 1)[0]?.trim().toLowerCase();
	const isJson = (type: string) => /[/+]json$/.test(type);
	const facts = {answer: factsOf(observed), insteadOf: observed.status};
	if (expected && !expected.includes('*') && expected !== observed.contentType) {
		if (isJson(expected) && isJson(observed.contentType)) return [];
		return [
			{
				kind: 'content_type',
				difference: `${expected} documented, ${observed.contentType} answered`,
				document: expected,
				observed: observed.contentType,
				facts,
			},
		];
	}
	const value = answer.isCut ? undefined : jsonOf(answer.bytes);
	if (value === undefined || body === null) return [];
	return shapeDifferences(body, value).map(difference => ({
		kind: 'shape' as const,
		difference,
		document: null,
		observed: difference,
		facts,
	}));
}

const factsOf = ({status, contentType, schema, headers}: Answer) => ({
	status,
	contentType,
	schema,
	headers: headers.map(({name}) => name),
});

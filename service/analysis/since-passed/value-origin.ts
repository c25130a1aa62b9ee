import type {RecordedCall} from '../../runners/runner.ts';
import {ageText, excerpt} from '../excerpt.ts';
import type {FailedRun, GivenValue, PassedRun} from '../facts.ts';
import {sourceName} from '../exception.ts';
import {data} from '../fix-target.ts';
import {jsonType, typeWithArticle} from '../json-body.ts';
import type {Difference} from './answer-difference.ts';

/**
 * A value the call carries that an earlier batch captured, or that is of another kind than when the test last passed:
 * what was answered may be about the value, not about the API.
 */
export function valueOrigin(run: FailedRun, passed: PassedRun | null, call: RecordedCall | null): Difference | null {
	const carried = run.setUp.values.filter(value => call === null || carries(call, value));
	const reused = carried.find(({isReused}) => isReused);
	if (reused) return reusedValue(reused, run, passed);
	for (const value of carried) {
		const earlier = passed?.setUp.values.find(({name}) => name === value.name);
		if (earlier && isOtherSource(value, earlier)) return ofProducer(value, earlier);
		const [is, was] = [typeOf(value), earlier && typeOf(earlier)];
		if (was === undefined || is === was) continue;
		return {
			kind: 'value',
			text: `The value \`${excerpt(value.name, 60)}\` that "${excerpt(value.producer, 80)}" captured is ${typeWithArticle(is)}; when the test last passed it was ${typeWithArticle(was)}.`,
			fix: data(value.name, `Look at what "${excerpt(value.producer, 80)}" captures now.`),
		};
	}
	return null;
}

const isOtherSource = (value: GivenValue, earlier: GivenValue) =>
	value.producerVersion !== null &&
	earlier.producerVersion !== null &&
	(value.producer !== earlier.producer || value.producerVersion !== earlier.producerVersion);

/** Another source has captured the value than when the test last passed. */
function ofProducer(value: GivenValue, earlier: GivenValue): Difference {
	const [name, producer] = [excerpt(value.name, 60), excerpt(value.producer, 80)];
	const isOther = value.producer !== earlier.producer;
	const [is, was] = [typeOf(value), typeOf(earlier)];
	const type = is === was ? '' : `; it is ${typeWithArticle(is)} now and was ${typeWithArticle(was)}`;
	return {
		kind: 'value',
		text: isOther
			? `\`${name}\` was captured by "${producer}"; when the test last passed it came from "${excerpt(earlier.producer, 80)}"${type}.`
			: `\`${name}\` was captured by "${producer}", whose source has changed since the test last passed (${earlier.producerVersion} → ${value.producerVersion})${type}.`,
		fix: {
			kind: 'code',
			reference: sourceName(value.producer),
			rationale: `Code of the test "${producer}": look at what it captures as \`${name}\`, and what it does with that record.`,
		},
	};
}

function reusedValue(value: GivenValue, {setUp}: FailedRun, passed: PassedRun | null): Difference {
	const name = excerpt(value.name, 60);
	const age = setUp.startedAt === null ? '' : ` ${ageText(setUp.startedAt - value.capturedAt)} before`;
	const wasFresh = passed?.setUp.values.some(one => one.name === value.name && !one.isReused) ?? false;
	return {
		kind: 'value',
		text: `It used \`${name}\` as an earlier batch had captured it${age} ("${excerpt(value.producer, 80)}" did not run again${wasFresh ? '; when the test last passed it did' : ''}), so the record may be gone or changed since.`,
		fix: data(
			value.name,
			`Run it again with its producers, without --skip-dependencies, so that it gets a new \`${name}\`.`,
		),
	};
}

/** Whether a call has a value in its address or its body. */
function carries(call: RecordedCall, {value}: GivenValue): boolean {
	const text = textOf(value);
	if (text === null || text === '') return false;
	const sent = [call.url, call.requestBody ?? '', ...(call.query ?? []).map(one => one.value)];
	return sent.some(part => part.includes(text) || part.includes(encodeURIComponent(text)));
}

/** What stands in an address of a single value; null: it is a list or an object. */
function textOf(json: string): string | null {
	const value = parsed(json);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const typeOf = ({value}: GivenValue) => jsonType(parsed(value));

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return json;
	}
}

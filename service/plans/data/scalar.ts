import {singular, wordsOf} from '../../inference/word-form.ts';
import {numberIn, type SchemaView, textIn} from '../model/schema.ts';
import type {Json, Value} from '../recipe.ts';
import {fitsPattern, textOfPattern} from './pattern.ts';
import {exampleInProse} from './prose-example.ts';
import {seeded} from './seeded.ts';
import {isUnique, lengthsOf, type Limits, type Uniqueness, uniqueFrom, uniqueText} from './unique-text.ts';
import {remark, twoWords} from './words.ts';

const literal = (value: Json): Value => ({is: 'literal', value});

/** A value for a scalar of which no example is known: by format, name, pattern, bounds, type. Null: none can be made. */
export function scalarValue(name: string, view: SchemaView, seed: string, unique: Uniqueness = {}): Value | null {
	const {types} = view;
	if (types.has('string') || types.size === 0) return stringValue(name, view, seed, unique);
	if (types.has('integer') || types.has('number')) return numberValue(name, view, seed, unique.roomOf?.(name) ?? 0);
	return types.has('boolean') ? literal(true) : null;
}

function stringValue(name: string, view: SchemaView, seed: string, unique: Uniqueness): Value | null {
	const date = dateValue(name, view, unique.laterHours);
	if (date) return date;
	const lengths = lengthsOf(view);
	const pattern = textIn(view.words, 'pattern');
	const format = textIn(view.words, 'format');
	const isEmail = format === 'email' || format === 'idn-email';
	const decimal = /^(?:decimal|money|numeric)$/.test(format ?? '') ? decimalText({...lengths, pattern}) : null;
	if (decimal !== null) return literal(decimal);
	const formatted = format === undefined || isEmail ? null : ofFormat(format, name, seed);
	if (formatted !== null) return formatted;
	const isOwn = unique.isForced === true || isUnique(name, view);
	const said = exampleInProse(textIn(view.words, 'description') ?? '', {...lengths, pattern});
	if (said !== null) {
		const made = isOwn ? uniqueFrom(said, view, unique) : literal(said);
		if (made !== null) return made;
	}
	const usual = ofName(name, seed);
	// A machine is called as machines are, also where only its place in the API says that it may not be shared.
	if (unique.isForced && !isUnique(name, view) && pattern === undefined && /^[\w-]+(?:\.[\w-]+)+$/.test(usual))
		return uniqueFrom(usual, view, unique) ?? literal(fitted(usual, lengths));
	if (isEmail || isOwn) {
		const made = uniqueText(isEmail ? 'email' : name, seed, {...lengths, pattern}, unique);
		if (made !== null) return made;
	}
	if (pattern !== undefined) {
		const time = isOneOf(name, ending) ? '17:30' : '09:30';
		for (const text of [time, `${time}:00`]) if (fitsForm(pattern, text)) return literal(text);
		// A country is one that there is, where the pattern allows it.
		const isLong = usual.length >= lengths.min && usual.length <= lengths.max;
		if (isLong && fitsPattern(pattern, usual) === true) return literal(usual);
		const text = textOfPattern(pattern, seeded(seed), {min: lengths.min, max: Math.min(lengths.max, 256)});
		return text === null ? null : literal(text);
	}
	return literal(fitted(usual, lengths));
}

/** Whether a pattern asks for digits with its marks just where this text has them, and not for any text of its length. */
const fitsForm = (pattern: string, text: string): boolean =>
	fitsPattern(pattern, text) === true &&
	[text.replace(/\d/g, 'a'), text.replace(/\d/g, 'A'), `${text.slice(1)}${text[0]}`].every(
		other => fitsPattern(pattern, other) === false,
	);

/** A number as text, with as many places as are allowed; null: its pattern wants another form. */
function decimalText({min, max, pattern}: Limits & {pattern: string | undefined}): string | null {
	const fits = (text: string) => pattern === undefined || fitsPattern(pattern, text) === true;
	return ['12.50', '7.5', '7', '0.5'].find(text => text.length >= min && text.length <= max && fits(text)) ?? null;
}

/** Cut or lengthened to what is allowed. */
function fitted(text: string, {min, max}: Limits): string {
	let result = text;
	while (result.length < min) result += ` ${text}`.slice(0, min - result.length);
	return result.slice(0, Math.min(result.length, max)).trim() || 'x'.repeat(Math.max(1, min)).slice(0, max);
}

function ofFormat(format: string, name: string, seed: string): Value | null {
	const chance = seeded(seed);
	const hex = (length: number) => Array.from({length}, () => chance.below(16).toString(16)).join('');
	const word = twoWords(seeded(seed)).first.toLowerCase();
	switch (format) {
		case 'uuid':
		case 'guid':
			return literal(`${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`);
		case 'uri':
		case 'url':
		case 'iri':
			return literal(`https://example.com/${word}`);
		case 'uri-reference':
			return literal(`/${word}`);
		case 'hostname':
		case 'idn-hostname':
			return literal(`${word}.example.com`);
		case 'ipv4':
		case 'ip':
			return literal(`192.0.2.${1 + chance.below(254)}`);
		case 'ipv6':
			return literal(`2001:db8::${1 + chance.below(9999)}`);
		case 'time':
			return literal('09:30:00Z');
		case 'duration':
			return literal('PT1H');
		case 'byte':
			return literal('QW1iZXIgTWVhZG93');
		case 'binary':
			return {is: 'file', generator: fileOf(name)};
		case 'password':
			return literal('Amber-Meadow-42!');
		case 'regex':
			return literal('^[a-z]+$');
		default:
			return null;
	}
}

function fileOf(name: string): 'png' | 'csv' | 'pdf' | 'text' {
	if (/image|photo|avatar|picture|logo|icon/i.test(name)) return 'png';
	if (/csv/i.test(name)) return 'csv';
	return /pdf|document/i.test(name) ? 'pdf' : 'text';
}

const day = 86_400;
const hour = 3600;
/** Nights are fewer than hours, and few take bookings for the year after next. */
const mostDaysLater = 180;

/** Dates by their meaning, relative to the moment of the run; null: it is no date. */
function dateValue(name: string, view: SchemaView, laterHours = 0): Value | null {
	const pattern = textIn(view.words, 'pattern');
	// `^\d{4}-\d{2}-\d{2}$` says no more than the form of a date; digits by chance would be none.
	const isDate = pattern !== undefined && fitsForm(pattern, '2027-03-14');
	const format = textIn(view.words, 'format') ?? (isDate ? 'date' : undefined);
	if (format !== 'date' && format !== 'date-time') return null;
	// What is booked for an hour or a night is over soon: for a week nobody else could be.
	const length = format === 'date' ? day : hour / 2;
	const offset = laterHours > 0 && isOneOf(name, ending) ? day + length : offsetOf(name);
	const later = format === 'date' ? (laterHours % mostDaysLater) * day : laterHours * hour;
	return {is: 'now', offsetSeconds: offset > 0 ? offset + later : offset, format};
}

const ending = ['end', 'ends', 'until', 'to', 'finish', 'finishes', 'departure', 'departs', 'checkout', 'check out'];
const beginning = [
	...['start', 'starts', 'from', 'begin', 'begins', 'scheduled', 'slot'],
	...['arrival', 'arrives', 'checkin', 'check in'],
];

/** Whether a name has one of some words, also as two: `check_out_date`. */
function isOneOf(name: string, wanted: readonly string[]): boolean {
	const words = wordsOf(name);
	return words.some((word, place) => wanted.includes(word) || wanted.includes(`${word} ${words[place + 1]}`));
}

/** Whether a field says when something begins: `starts_at`, `scheduled_for`, `arrival`. */
export const isBeginning = (name: string, view: SchemaView): boolean => isDateLike(view) && isOneOf(name, beginning);

const isDateLike = ({words}: SchemaView): boolean => /^date(?:-time)?$/.test(textIn(words, 'format') ?? '');

/** The side of a span of time that a parameter names: `from`, `since`, `to`, `before`; null: none. */
export function sideOfSpan(name: string, view: SchemaView): 'beginning' | 'ending' | null {
	if (!isDateLike(view)) return null;
	if (isOneOf(name, [...ending, 'before'])) return 'ending';
	return isOneOf(name, [...beginning, 'since', 'after']) ? 'beginning' : null;
}

/** Whether a field says when something has happened: `triggeredAt`, `ts`, `order_date`. */
export const isPastMoment = (name: string, view: SchemaView): boolean =>
	isDateLike(view) && offsetOf(name) < 0 && wordsOf(name).join('') !== 'date';

const measured = new Set([
	'measured',
	'recorded',
	'observed',
	'occurred',
	'happened',
	'logged',
	'sampled',
	'collected',
]);

function offsetOf(name: string): number {
	const words = wordsOf(name);
	const has = (...wanted: string[]) => wanted.some(one => words.includes(one));
	// What an instrument says was so a moment ago, and is of no tomorrow.
	if (has('ts', 'timestamp') || words.some(word => measured.has(word))) return -5 * 60;
	if (has('birth', 'birthday', 'birthdate', 'dob', 'born')) return -30 * 365 * day;
	if (isOneOf(name, ending) || has('expires', 'expiry', 'expiration', 'expire', 'due', 'deadline')) return 7 * day;
	if (isOneOf(name, beginning) || has('valid')) return day;
	return words.at(-1) === 'at' || has('date', 'since') ? -day : day;
}

/** Fields that hold what somebody has to say. */
const remarkNames = [
	'reason',
	'comment',
	'note',
	'remark',
	'message',
	'feedback',
	'instruction',
	'description',
	'about',
	'bio',
];

function ofName(name: string, seed: string): string {
	const {first, second} = twoWords(seeded(seed));
	const words = wordsOf(name).map(singular);
	const last = words.at(-1) ?? '';
	const has = (...wanted: string[]) => wanted.some(one => words.includes(one));
	if (has('phone', 'mobile', 'telephone', 'fax')) return `+155501${String(10 + seeded(seed).below(89))}`;
	if (has('url', 'uri', 'link', 'website', 'homepage', 'href')) return `https://example.com/${first.toLowerCase()}`;
	if (has('password', 'passphrase')) return 'Amber-Meadow-42!';
	if (remarkNames.includes(last)) return remark(seeded(seed));
	if (has('currency')) return 'EUR';
	if (has('country')) return 'DE';
	if (has('language', 'locale', 'lang')) return 'en';
	if (has('timezone', 'tz')) return 'UTC';
	if (has('color', 'colour')) return '#336699';
	if (has('zip', 'postcode', 'postal')) return '10115';
	if (has('city', 'town')) return second;
	if (has('street', 'address')) return `${first} Street 7`;
	if (last === 'firstname' || (last === 'name' && has('first', 'given'))) return first;
	if (last === 'lastname' || (last === 'name' && has('last', 'family'))) return second;
	if (has('ip')) return '192.0.2.7';
	if (has('host', 'hostname', 'nameserver', 'fqdn')) return 'example.com';
	if (has('date')) return '2030-01-15';
	return `${first} ${second}`;
}

/** The numbers that a schema allows; both forms of exclusive bounds. */
export function boundsOf({types, words}: SchemaView): {min: number | null; max: number | null; step: number} {
	const isWhole = types.has('integer');
	const multiple = numberIn(words, 'multipleOf');
	const step = multiple !== undefined && multiple > 0 ? multiple : isWhole ? 1 : 0;
	const beyond = step > 0 ? step : 0.01;
	const low = numberIn(words, 'minimum');
	const high = numberIn(words, 'maximum');
	const openLow = numberIn(words, 'exclusiveMinimum') ?? (words['exclusiveMinimum'] === true ? low : undefined);
	const openHigh = numberIn(words, 'exclusiveMaximum') ?? (words['exclusiveMaximum'] === true ? high : undefined);
	let min = openLow !== undefined ? openLow + beyond : (low ?? null);
	let max = openHigh !== undefined ? openHigh - beyond : (high ?? null);
	if (step > 0 && min !== null) min = Math.ceil(min / step - 1e-9) * step;
	if (step > 0 && max !== null) max = Math.floor(max / step + 1e-9) * step;
	return {min, max, step};
}

/** Of a record that many tests take something of at once, by how many sorts of records lie below each other in it. */
const enough = [1, 40, 4000, 400_000];
const amounts = /^(?:quantity|qty|seats|guests|copies|pieces)$/;
/** There is a first place in every list, and nobody knows how many more. */
const places = /^(?:position|index|ordinal)$/;
/** Up to here all that is allowed is not too much. */
const mostRoom = 1000;

function numberValue(name: string, view: SchemaView, seed: string, room: number): Value | null {
	const {min, max, step} = boundsOf(view);
	if (min !== null && max !== null && min > max) return null;
	const words = wordsOf(name);
	if (min === null && max === null && /^(?:timestamp|epoch|ts)$/.test(words.at(-1) ?? ''))
		return {is: 'now', offsetSeconds: offsetOf(name), format: 'epoch-s'};
	if (words.includes('latitude') || words.at(-1) === 'lat') return literal(within(52.5, min, max));
	if (words.includes('longitude') || words.at(-1) === 'lng' || words.at(-1) === 'lon')
		return literal(within(13.4, min, max));
	if (places.test(words.at(-1) ?? '')) return literal(0 + (min ?? within(1, min, max)));
	const lowest = Math.max(min ?? 1, max !== null && max < 1 ? (min ?? max) : 1);
	if (room > 0 && max !== null && max <= mostRoom) return literal(max);
	const wanted = enough[room] ?? 1;
	const least = room > 0 ? Math.max(lowest, Math.min(wanted, max ?? wanted)) : lowest;
	// A stock may be small.
	const usual = amounts.test(words.at(-1) ?? '') ? 2 : 98;
	const most = Math.min(max ?? least + usual, least + usual);
	const unit = step > 0 ? step : 1;
	const count = Math.max(0, Math.floor((most - least) / unit + 1e-9));
	const start = step > 0 ? Math.ceil(least / step - 1e-9) * step : least;
	const made = start + seeded(seed).below(count + 1) * unit;
	return literal(rounded(within(made, min, max)));
}

const within = (value: number, min: number | null, max: number | null) =>
	Math.min(max ?? value, Math.max(min ?? value, value));
const rounded = (value: number) => Number(value.toFixed(6));

import type {AutoAuthHealth, EffectiveAuth} from '../../contract/authentication.ts';
import type {AuthRow} from '../../source/stores/auth-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs, Tone} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import {untilWords} from '../../source/terminal/moment-words.ts';
import type {CellsOf} from '../cell-row.tsx';

type AuthColumn = 'what' | 'sends' | 'credential' | 'from';

/** Where the width does not do, the masked credential goes: the pane tells it. */
export const authColumns: readonly Column<AuthColumn>[] = [
	{key: 'what', title: 'FOR', width: 24, isFlexible: true},
	{key: 'sends', title: 'SENDS', width: 12},
	{key: 'from', title: 'FROM', width: 8},
	{key: 'credential', title: 'CREDENTIAL', width: 11, drop: 1},
];

const healthTones: Record<string, [Tone, string]> = {
	verified: ['passed', 'verified'],
	pending: ['waiting', 'pending'],
	failing: ['failed', 'failing'],
	disabled: ['cancelled', 'off'],
	none: ['idle', 'not set'],
};

const toneOfHealth = (state: string): [Tone, string] => healthTones[state] ?? ['idle', cleanLine(state)];

/** How the automatic login stands, as glyph and word. */
export function healthSpan(state: string, glyphs: Glyphs): Span {
	const [tone, word] = toneOfHealth(state);
	return {text: `${glyphs.status[tone]} ${word}`, role: tone};
}

/** The kind of credential that calls carry. */
export function sendsWord({mode, authType}: Pick<EffectiveAuth, 'mode' | 'authType'>): string {
	if (mode === 'auto_auth') return 'auto-auth';
	if (mode === 'none') return 'nothing';
	return authType === null ? 'headers only' : cleanLine(authType);
}

export const credentialSpan = (
	{mode, maskedCredential}: Pick<EffectiveAuth, 'mode' | 'maskedCredential'>,
	health: string,
	glyphs: Glyphs,
): Span =>
	mode === 'auto_auth' ? healthSpan(health, glyphs) : {text: cleanLine(maskedCredential ?? ''), role: 'muted'};

export const authCells: CellsOf<AuthRow, AuthColumn> = (row, {glyphs, now}) => {
	if (row.kind === 'section')
		return [
			{text: row.title, role: 'title'},
			{text: `  ${row.count}`, role: 'muted'},
		];
	const cells = (what: Span[], auth: EffectiveAuth, health: string) => ({
		what,
		sends: [sendsSpan(auth, health, glyphs)],
		credential: [credentialSpan(auth, health, glyphs)],
		from: [{text: cleanLine(auth.inherited), role: 'muted' as const}],
	});
	switch (row.kind) {
		case 'default':
			return cells([{text: 'Project default'}], row.auth, row.health);
		case 'login':
			return {
				what: [{text: 'Auto-auth login'}, ...warningSpans(row.warning, glyphs, now)],
				sends: [healthSpan(row.health, glyphs)],
				from: [],
				credential: [],
			};
		case 'family': {
			const {family, endpointCount} = row.family;
			const fold = endpointCount === 0 ? ' ' : row.isOpen ? glyphs.open : glyphs.folded;
			return cells(
				[{text: `${fold} `, role: 'muted'}, {text: cleanLine(family)}, {text: `  ${endpointCount}`, role: 'muted'}],
				row.family.auth,
				row.health,
			);
		}
		case 'endpoint': {
			const {method, path, auth} = row.endpoint;
			return cells([{text: `  ${cleanLine(method)} `, role: 'muted'}, {text: cleanLine(path)}], auth, row.health);
		}
		case 'set': {
			const {mode, authType, maskedCredential, families, endpointCount} = row.set;
			const count = families.length > 0 || endpointCount > 0 ? `  ${endpointCount}` : '';
			return {
				what: [{text: cleanLine(row.name)}, {text: count, role: 'muted'}],
				sends: [sendsSpan({mode, authType}, row.health, glyphs)],
				credential: [{text: cleanLine(maskedCredential ?? ''), role: 'muted'}],
				from: [],
			};
		}
	}
};

/** A refresh token that ends: the login stops with it. */
function warningSpans(warning: AutoAuthHealth['refreshTokenWarning'], glyphs: Glyphs, now: number): Span[] {
	if (warning === null) return [];
	if (warning.level === 'expired') return [{text: `  ${glyphs.status.failed} expired`, role: 'failed'}];
	const left = untilWords(Date.parse(warning.expiresAt), now);
	return [{text: `  ${glyphs.status.blocked} ends ${left}`, role: 'blocked'}];
}

/** What is sent; a token of the login with the glyph of how that stands. */
function sendsSpan(auth: Pick<EffectiveAuth, 'mode' | 'authType'>, health: string, glyphs: Glyphs): Span {
	const text = sendsWord(auth);
	if (auth.mode !== 'auto_auth') return auth.mode === 'none' ? {text, role: 'muted'} : {text};
	const [tone] = toneOfHealth(health);
	return {text: `${glyphs.status[tone]} ${text}`, role: tone};
}

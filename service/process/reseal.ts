import {type Sealing, sealedPattern, sealedStart} from '../domain/sealed-text.ts';
import {openToken} from '../engine/batch-token.ts';
import {openExtraHeaders} from '../auth/credential-set.ts';
import {openVariables} from '../auth/environment-secrets.ts';
import {openLoginSecrets} from '../auth/login-config.ts';
import {createSealing} from '../auth/sealing.ts';
import {createSecretBox, type SecretBox} from '../auth/secret-box.ts';
import {openCredential} from '../auth/static-credential.ts';
import {openLogin} from '../auth/sealed-login.ts';

/** A row by the names of its columns. */
type Row = Readonly<Record<string, unknown>>;

type Opener = (box: SecretBox, sealed: string, row: Row) => unknown;
const text = (value: unknown): string => String(value ?? '');

/**
 * Columns that are encrypted as a whole, by `table.column`, and how each is opened. Everything else that is encrypted stands
 * within texts, which are told by their look.
 */
const boxed: Readonly<Record<string, Opener>> = {
	'credentials.credential': (box, sealed, row) => openCredential(box, text(row['project_id']), sealed),
	'credential_sets.credential': (box, sealed, row) => openCredential(box, text(row['project_id']), sealed),
	'credential_sets.extra_headers': (box, sealed, row) => openExtraHeaders(box, text(row['project_id']), sealed),
	'auto_auth.secrets': (box, sealed, row) => openLoginSecrets(box, text(row['project_id']), sealed),
	'projects.login': (box, sealed, row) => openLogin(box, text(row['id']), sealed),
	'environments.login': (box, sealed, row) => openLogin(box, text(row['project_id']), sealed),
	'environments.variables': (box, sealed, row) => openVariables(box, {id: text(row['id']), variables: sealed}),
	'batch_logins.token': (box, sealed, row) =>
		openToken(box, {batchId: text(row['batch_id']), projectId: text(row['project_id'])}, sealed),
	'idempotency.body': (box, sealed, row) => box.open(sealed, text(row['scope'])),
};

type Resealer = {
	/** The columns of a row that have to be written again; null: none. What the new key opens already stays as it is. */
	change(table: string, row: Row): Record<string, string> | null;
	/** Secrets that are encrypted with the new key now, and those that neither key opens, which stay as they are. */
	counts: {resealed: number; unreadable: number};
};

/** Encrypts with another key what lies encrypted in the rows of a store. */
export function createResealer(oldKey: Uint8Array, newKey: Uint8Array): Resealer {
	const boxes = {old: createSecretBox(oldKey), next: createSecretBox(newKey)};
	const sealings = {old: createSealing(oldKey), next: createSealing(newKey)};
	const counts = {resealed: 0, unreadable: 0};

	/** What is opened tells its place in the store, without which nothing is encrypted. */
	function resealed(open: Opener, sealed: string, row: Row): string | null {
		let result: string | null = null;
		let isKnown = false;
		const box: SecretBox = {
			seal: boxes.next.seal,
			open(given, context) {
				try {
					const plain = boxes.next.open(given, context);
					isKnown = true;
					return plain;
				} catch {
					const plain = boxes.old.open(given, context);
					result = boxes.next.seal(plain, context);
					return plain;
				}
			},
		};
		try {
			open(box, sealed, row);
		} catch {
			// It is counted below.
		}
		if (result !== null) counts.resealed++;
		else if (!isKnown) counts.unreadable++;
		return result;
	}

	function resealedText(value: string): string {
		return value.replace(sealedPattern, sealed => {
			if (sealings.next.isReadable(sealed)) return sealed;
			if (!sealings.old.isReadable(sealed)) {
				counts.unreadable++;
				return sealed;
			}
			counts.resealed++;
			return sealings.next.seal(plainOf(sealings.old, sealed));
		});
	}

	return {
		counts,
		change(table, row) {
			const changed: Record<string, string> = {};
			for (const [column, value] of Object.entries(row)) {
				if (typeof value !== 'string' || value === '') continue;
				const open = boxed[`${table}.${column}`];
				if (open) {
					const next = resealed(open, value, row);
					if (next !== null) changed[column] = next;
				} else if (value.includes(sealedStart)) {
					const next = resealedText(value);
					if (next !== value) changed[column] = next;
				}
			}
			return Object.keys(changed).length === 0 ? null : changed;
		},
	};
}

/** A secret with its type: a text or a number. */
const plainOf = (sealing: Sealing, sealed: string): string | number =>
	JSON.parse(sealing.openJson(JSON.stringify(sealed))) as string | number;

import {alone, type Others, whenOwned} from '../domain/ownership.ts';
import type {Failures} from '../domain/failures.ts';
import type {Database} from '../store/database.ts';
import {countMailAttempt, type DueMail, listDueMails, saveMail} from '../store/schedules/schedule-mails.ts';
import type {Clock} from './ticker.ts';
import {mailText} from './mail-text.ts';
import type {Mailer} from './mailer.ts';
import {runReport} from './run-report.ts';

/** Waits before the second and the third attempt; there is no fourth. */
const retryAfterMs = [30_000, 300_000];
/** A stop does not wait longer for a mail server. */
const stopMs = 5000;

export type PostmanParts = {
	database: Database;
	failures: Pick<Failures, 'ofRun'>;
	/** Null: no mail server is configured. */
	mailer: Mailer | null;
	clock: Clock;
	/** Other processes that send; absent: none. */
	others?: Others | undefined;
	log: {info(fields: object, message: string): void; error(fields: object, message: string): void};
};

/**
 * Sends the mails that are due, each in its own time: a mail server that hangs or refuses holds nothing else up. What
 * is due is in the store, and every attempt is counted there before it is made, so a restart neither forgets a mail nor
 * tries for ever. A mail may arrive twice when the service dies between sending it and saying so.
 */
export class Postman {
	readonly #parts: PostmanParts;
	readonly #underWay = new Map<string, Promise<void>>();
	readonly #calledOff = new Set<() => void>();
	#stopped = false;

	constructor(parts: PostmanParts) {
		this.#parts = parts;
	}

	/** Takes up every mail that is due and not under way. */
	async collect(): Promise<void> {
		for (const run of await listDueMails(this.#parts.database)) {
			if (this.#stopped || this.#underWay.has(run.id)) continue;
			const delivery = whenOwned(this.#parts.others?.ownership ?? alone, `mail ${run.id}`, async () => {
				// The process that had it may just have sent it.
				if (!this.#parts.others || (await this.#isDue(run))) await this.#deliver(run);
			})
				.then(() => undefined)
				.catch((error: unknown) => this.#parts.log.error({err: error, scheduleRunId: run.id}, 'a mail is lost'))
				.finally(() => this.#underWay.delete(run.id));
			this.#underWay.set(run.id, delivery);
		}
	}

	/** Lets what is being sent end, for some seconds; the rest stays due. */
	async stop(): Promise<void> {
		this.#stopped = true;
		for (const callOff of [...this.#calledOff]) callOff();
		let timer: NodeJS.Timeout | undefined;
		const patience = new Promise<void>(resolve => {
			timer = setTimeout(resolve, stopMs);
		});
		await Promise.race([Promise.all(this.#underWay.values()), patience]);
		clearTimeout(timer);
		this.#parts.mailer?.close();
	}

	async #isDue({id}: DueMail): Promise<boolean> {
		return (await listDueMails(this.#parts.database)).some(mail => mail.id === id);
	}

	async #deliver(run: DueMail): Promise<void> {
		const {database, mailer, clock, log} = this.#parts;
		const save = (mail: Parameters<typeof saveMail>[2]) => saveMail(database, run.id, mail, clock.now());
		if (!mailer) return save('not_configured');
		const report = run.send_to === '' ? null : await runReport(this.#parts, run);
		if (!report) return save('none');
		const mail = mailText(report);
		for (let attempt = run.mail_attempts; attempt <= retryAfterMs.length && !this.#stopped; attempt++) {
			await countMailAttempt(database, run.id);
			try {
				await mailer.send(run.send_to.split(', '), mail);
				return await save('sent');
			} catch (error) {
				log.error({err: error, scheduleRunId: run.id, attempt: attempt + 1}, 'a mail was not sent');
			}
			const waitMs = retryAfterMs[attempt];
			if (waitMs !== undefined && !(await this.#sleep(waitMs))) return;
		}
		if (!this.#stopped) await save('failed');
	}

	/** False: called off. */
	#sleep(ms: number): Promise<boolean> {
		return new Promise(resolve => {
			const end = (isOver: boolean) => {
				this.#calledOff.delete(callOff);
				resolve(isOver);
			};
			const cancel = this.#parts.clock.after(ms, () => end(true));
			const callOff = () => {
				cancel();
				end(false);
			};
			this.#calledOff.add(callOff);
		});
	}
}

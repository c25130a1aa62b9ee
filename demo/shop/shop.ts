import type {Database} from './database.ts';
import type {Sessions} from './sessions.ts';

/** What the handlers of the shop work with. */
export interface Shop {
	database: Database;
	sessions: Sessions;
	/** How long the sales report takes, in milliseconds. */
	reportDelayMs: number;
}

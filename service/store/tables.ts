/**
 * The tables of the store as Kysely sees them. Portable between SQLite and PostgreSQL: text identifiers, epoch
 * milliseconds as integers, booleans as 0 and 1, JSON as text, credits as integer hundredths.
 */
import type {BrowserTables} from './runs/browser-tables.ts';
import type {ChangeSetTables} from './plans/change-set-tables.ts';
import type {CleanupTables} from './cleanup/cleanup-tables.ts';
import type {ScheduleTables} from './schedules/schedule-tables.ts';
import type {GenerationTables} from './plans/generation-tables.ts';
import type {LearningTables} from './plans/learning-tables.ts';
import type {
	EnvironmentTables,
	AutoAuthTable,
	CredentialSetTable,
	CredentialTable,
	ProjectTable,
} from './projects/project-tables.ts';
import type {DocumentTables} from './documents/document-tables.ts';
import type {FindingTables} from './findings/finding-tables.ts';
import type {PlanTables} from './plans/plan-tables.ts';
import type {SiteDiscoveryTables} from './documents/site-discovery-tables.ts';
import type {TeamTables} from './team/team-tables.ts';
import type {
	AccountTable,
	ApiKeyTable,
	AuditTable,
	IdempotencyTable,
	LedgerTable,
	MemberTable,
} from './accounts/account-tables.ts';
import type {CodeTable, TestListCaseTable, TestListTable, TestTable} from './tests/test-tables.ts';
import type {BatchLoginTable, BatchProjectTable, BatchTable, WaveTable} from './batches/batch-tables.ts';
import type {RunEdgeTable, RunOrderTable, RunTable} from './runs/run-tables.ts';
import type {CaptureTable} from './captures/capture-tables.ts';
import type {CallTable, CallVariableTable} from './calls/call-tables.ts';

export type Tables = CleanupTables &
	ScheduleTables &
	DocumentTables &
	FindingTables &
	PlanTables &
	ChangeSetTables &
	EnvironmentTables &
	GenerationTables &
	LearningTables &
	SiteDiscoveryTables &
	BrowserTables &
	TeamTables & {
		meta: {key: string; value: string};
		accounts: AccountTable;
		api_keys: ApiKeyTable;
		members: MemberTable;
		audit: AuditTable;
		idempotency: IdempotencyTable;
		projects: ProjectTable;
		tests: TestTable;
		batches: BatchTable;
		waves: WaveTable;
		codes: CodeTable;
		runs: RunTable;
		run_edges: RunEdgeTable;
		run_orders: RunOrderTable;
		captures: CaptureTable;
		calls: CallTable;
		call_variables: CallVariableTable;
		ledger: LedgerTable;
		batch_projects: BatchProjectTable;
		batch_logins: BatchLoginTable;
		credentials: CredentialTable;
		credential_sets: CredentialSetTable;
		auto_auth: AutoAuthTable;
		test_lists: TestListTable;
		test_list_cases: TestListCaseTable;
	};

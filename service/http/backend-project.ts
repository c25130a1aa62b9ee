import {invalid, notFound} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {findProject} from '../store/projects/projects.ts';
import type {ProjectTable} from '../store/projects/project-tables.ts';

/** A backend project of the account. Throws NOT_FOUND, or VALIDATION_ERROR `backend_only` for a frontend project. */
export async function requireBackendProject(
	database: Database,
	accountId: string,
	projectId: string,
): Promise<ProjectTable> {
	const project = await findProject(database, accountId, projectId);
	if (!project) throw notFound('project', projectId);
	if (project.type === 'frontend')
		throw invalid('projectId', 'backend_only', 'Authentication of the API under test is for backend projects only.');
	return project;
}

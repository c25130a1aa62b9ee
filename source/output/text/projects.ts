import type {Page} from '../../contract/fields.ts';
import type {DeletedProject, Project, UpdatedProject} from '../../contract/project.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import type {Column, TableShape} from '../table.ts';
import {pageText} from './page.ts';

const columns: Column<Project>[] = [
	{key: 'id', head: 'ID', cell: project => project.id},
	{key: 'name', head: 'NAME', cell: project => project.name},
	{key: 'type', head: 'TYPE', cell: project => project.type},
	{key: 'from', head: 'FROM', cell: project => project.createdFrom},
	{key: 'created', head: 'CREATED', cell: project => project.createdAt},
	{key: 'url', head: 'URL', cell: project => project.targetUrl, extra: true},
	{key: 'updated', head: 'UPDATED', cell: project => project.updatedAt, extra: true},
	{key: 'env', head: 'ENV', cell: project => project.defaultEnvironment, extra: true},
];

export const projects = (page: Page<Project>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'projects', shape, look});

export const project = (project: Project): string =>
	labelBlock([
		['id', project.id],
		['name', project.name],
		['type', project.type],
		['createdFrom', project.createdFrom],
		['createdAt', project.createdAt],
		['updatedAt', project.updatedAt],
		['targetUrl', project.targetUrl],
	]);

export const updatedProject = ({id, updatedFields, updatedAt}: UpdatedProject): string =>
	labelBlock([
		['id', id],
		['updatedFields', updatedFields],
		['updatedAt', updatedAt],
	]);

export const deletedProject = ({projectId, deletedAt}: DeletedProject): string =>
	labelBlock([
		['projectId', projectId],
		['deletedAt', deletedAt],
	]);

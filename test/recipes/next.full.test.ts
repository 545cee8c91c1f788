import { describeProject } from './project.js';

describeProject('next', {
  command: ['create-next-app', 'shop', '--yes', '--skip-install', '--disable-git'],
});
